import type { recovery as en } from '../en/recovery.ts'
import type { Translated } from '../index.ts'

export const recovery: Translated<typeof en> = {
  title: {
    damaged: 'Faili la duka hili liliharibika ({{time}}). Kaunta imelitengeneza upya.',
    missing: 'Faili la duka hili halikuwepo ({{time}}). Kaunta imelitengeneza upya.',
    log: 'Mabadiliko ya mwisho hayakuwepo au yalikuwa ya faili lingine ({{time}}). Kaunta imetengeneza upya faili la duka hili.',
    replaced: 'Nakala ya zamani ilikuwa mahali pa faili la duka hili ({{time}}).',
    restored: 'Nakala ya akiba ilirudishwa ({{time}}).',
    running: 'Faili la duka hili limeharibika. Funga Kaunta na uifungue tena sasa: italitengeneza.',
    changed: 'Programu nyingine ilibadilisha faili la duka hili ({{time}}).',
    workspace:
      'Faili la watu, nambari za siri, maduka na funguo liliharibika au halikuwepo ({{time}}). Kaunta imerudisha nakala ya akiba.',
    workspaceKept:
      'Faili la watu, nambari za siri, maduka na funguo lilibadilishwa kwenye diski ({{time}}). Hakuna nakala yenye zaidi.',
    clock: 'Saa ya {{authority}} iliruka hadi {{time}}.',
    twin: '{{authority}} ina risiti za till hii ambazo hazipo kwenye kompyuta hii ({{time}}).',
  },
  short: 'Soma ujumbe kuhusu data za duka hili.',
  clock:
    'Saa ya Kaunta ilisema {{before}}. {{authority}} imethibitisha wakati mpya, na risiti sasa zinauonyesha; iulize {{authority}} kama si sahihi.',
  twin: 'Folda ya till hii ilirudishwa kwenye hali ya zamani, au kompyuta ya pili inatumia nakala yake. Tumia moja tu.',
  repaired_one: 'Mstari {{count}} umerudishwa kutoka nakala za akiba na daftari la mabadiliko.',
  repaired_other: 'Mistari {{count}} imerudishwa kutoka nakala za akiba na daftari la mabadiliko.',
  notRepaired: 'Mistari mingine haikuweza kukaguliwa na haikubadilishwa.',
  changedBy:
    'Diski yenye hitilafu au mtu mwenye programu nyingine anaweza kusababisha hili. Mwambie mhasibu.',
  changedAside: 'Mistari iliyobadilishwa imehifadhiwa katika {{folder}}.',
  workspace:
    'Watu, nambari za siri, maduka na funguo ni kama vilivyokuwa {{time}}; mauzo hayakuguswa. Rudia kila badiliko la baadaye, pia funguo zilizobatilishwa na watu walioondolewa.',
  workspaceKept: 'Kagua watu, nambari za siri, maduka na funguo, na uvirekebishe. Mauzo hayakuguswa.',
  source: {
    backup: 'Limetengenezwa kutoka nakala {{name}}.',
    journal: 'Limetengenezwa kutoka daftari la mabadiliko.',
    file: 'Limetengenezwa kutoka faili lililoharibika.',
    nothing: 'Hapakuwa na nakala ya akiba wala daftari la mabadiliko.',
  },
  changes_one: 'Daftari la mabadiliko limerudisha badiliko {{count}}, la {{time}}.',
  changes_other: 'Daftari la mabadiliko limerudisha mabadiliko {{count}}, la mwisho la {{time}}.',
  salvaged_one: 'Risiti {{count}} imesomwa kutoka faili la zamani.',
  salvaged_other: 'Risiti {{count}} zimesomwa kutoka faili la zamani.',
  complete: 'Hakuna kinachokosekana.',
  incomplete: 'Huenda kuna kinachokosekana.',
  numbers: 'Risiti {{from}} hadi {{to}} huenda zilitumika; till inaendelea baada ya hizo.',
  asking: 'Kaunta haitumi mauzo hadi {{authority}} iseme ina hati zipi.',
  authority:
    'Imekaguliwa na {{authority}}: risiti {{adopted}} zilizosubiri zilikuwa zimefika, risiti {{gone}} ziko huko tu. Risiti {{others}} ni za till nyingine.',
  aside: 'Faili la zamani limehifadhiwa katika {{folder}}.',
  dismiss: 'Sawa',
  look: 'Ona maelezo',
  unopened: '“{{name}}” haikuweza kufunguliwa. Maduka mengine yanafanya kazi.',
  notOpened: {
    title: '“{{name}}” haikuweza kufunguliwa',
    text: 'Kaunta haifungui duka lingine yenyewe, ili mauzo yasihifadhiwe kwenye duka lisilo sahihi. Tatua tatizo lililo hapo juu, kisha ufungue Kaunta tena.',
    others: 'Hadi hapo unaweza kufungua duka lingine:',
    askOwner: 'Hadi hapo mwenye duka anaweza kufungua duka lingine hapa.',
  },
  restore: {
    act: 'Rudisha…',
    second: 'Nakala kwenye folda ya pili',
    file: 'Rudisha kutoka faili…',
    title: 'Urudishe nakala hii?',
    checking: 'Inafungua na kukagua nakala …',
    checked: 'Nakala ni kamili.',
    name: 'Nakala',
    sales: 'Mauzo',
    creditNotes: 'Hati za marejesho',
    lastNumber: 'Risiti ya mwisho',
    lastSoldAt: 'Mauzo ya mwisho',
    noneSold: 'bado hakuna',
    waiting: 'Zinasubiri kutumwa',
    complete_one:
      'Daftari la mabadiliko linarudisha badiliko {{count}} la baadaye, hadi {{time}}. Hakuna kinachopotea.',
    complete_other:
      'Daftari la mabadiliko linarudisha mabadiliko {{count}} ya baadaye, hadi {{time}}. Hakuna kinachopotea.',
    nothingSince: 'Nakala ina kila kitu. Hakuna kinachopotea.',
    incomplete:
      'Daftari la mabadiliko lina mapengo, kwa hiyo yasiyo kwenye nakala au faili la sasa yanapotea. Kaunta haitumii nambari mara mbili, na inaiuliza {{authority}} kabla ya kutuma.',
    aside: 'Kaunta inatunza faili la sasa. Mauzo yanasimama kwa muda mfupi.',
    pin: 'Nambari ya siri ya {{name}}',
    stay: 'Ghairi',
    confirm: 'Rudisha nakala',
    done: 'Nakala imerudishwa. Hakuna kinachokosekana.',
    doneIncomplete: 'Nakala imerudishwa. Mipangilio → Nakala za akiba inaonyesha kinachoweza kukosekana.',
  },
}
