import type { recovery as en } from '../en/recovery.ts'
import type { Translated } from '../index.ts'

export const recovery: Translated<typeof en> = {
  title: {
    damaged: 'Faili la vitabu hivi lilikutwa limeharibika ({{time}}). Vitabu vimetengenezwa upya.',
    missing: 'Faili la vitabu hivi halikuwepo ({{time}}). Vitabu vimetengenezwa upya.',
    log: 'Yaliyoandikwa mwisho hayakuwepo, au yalikuwa kando ya faili lingine ({{time}}). Vitabu vimetengenezwa upya.',
    replaced: 'Nakala ya zamani ilikuwa mahali pa vitabu hivi ({{time}}).',
    restored: 'Nakala iliwekwa mahali pa vitabu hivi ({{time}}).',
    running:
      'Faili la vitabu hivi limeharibika. Funga Kaunta na uifungue tena sasa: litatengenezwa inapoanza.',
    changed: 'Vitabu hivi vilibadilishwa kwenye diski, si na Kaunta ({{time}}).',
    workspace:
      'Faili la watu, PIN, wasifu na funguo lilikutwa limeharibika au halikuwepo ({{time}}). Nakala imewekwa mahali pake.',
    workspaceKept:
      'Faili la watu, PIN, wasifu na funguo si kama Kaunta ilivyoliacha ({{time}}). Hakuna nakala yenye zaidi.',
    clock: 'Saa ya {{authority}} iliruka hadi {{time}}.',
    twin: '{{authority}} ina risiti za till hii ambazo hazimo kwenye vitabu hivi ({{time}}).',
  },
  clock:
    'Kaunta ilikuwa imehesabu {{before}}, na {{authority}} imesema wakati wake mpya mara mbili. Risiti zinabeba wakati wake tangu hapo: iulize {{authority}} kama si sahihi.',
  twin: 'Folda ya till hii ilirudishwa kwenye hali ya zamani, au inatumika pia kwenye kompyuta nyingine: tumia moja tu.',
  repaired_one: 'Mstari {{count}} umerudi kama nakala na jarida zinavyothibitisha.',
  repaired_other: 'Mistari {{count}} imerudi kama nakala na jarida zinavyothibitisha.',
  notRepaired: 'Mistari mingine haikuweza kuthibitishwa, nayo imeachwa ilivyo.',
  changedBy:
    'Diski inayoharibika hufanya hivi, na pia mtu mwenye programu nyingine: mwonyeshe anayesimamia vitabu.',
  changedAside: 'Kilichokuwepo kimehifadhiwa katika {{folder}}.',
  workspace:
    'Watu, PIN, wasifu na funguo ni kama vilivyokuwa wakati huo: {{time}}. Yaliyobadilishwa baada ya hapo lazima yafanywe tena: watu wapya, PIN mpya, wasifu na funguo. Hakikisha watu walioondolewa na funguo zilizobatilishwa bado haziko. Mauzo hayakuguswa. Walioingia kupitia programu nyingine waingie tena.',
  workspaceKept:
    'Kagua watu, PIN, wasifu na funguo, na uingize tena kisicho sahihi. Mauzo hayakuguswa. Walioingia kupitia programu nyingine waingie tena.',
  source: {
    backup: 'Vimetengenezwa kutoka nakala {{name}}.',
    journal: 'Vimetengenezwa kutoka daftari la mabadiliko.',
    file: 'Vimetengenezwa kutoka faili kama lilivyokutwa.',
    nothing: 'Hapakuwa na nakala wala daftari la mabadiliko la kuvitengenezea.',
  },
  changes_one: 'Daftari la mabadiliko limerudisha badiliko {{count}}, la {{time}}.',
  changes_other: 'Daftari la mabadiliko limerudisha mabadiliko {{count}}, la mwisho la {{time}}.',
  salvaged_one: 'Risiti {{count}} imesomwa kutoka faili la zamani.',
  salvaged_other: 'Risiti {{count}} zimesomwa kutoka faili la zamani.',
  complete: 'Hakuna kinachokosekana.',
  incomplete: 'Huenda kuna kinachokosekana.',
  numbers: 'Risiti {{from}} hadi {{to}} huenda zilitumika; till inaendelea baada ya hizo.',
  asking: 'Hakuna mauzo yanayotumwa kabla {{authority}} haijasema ina nini.',
  authority:
    '{{authority}} imesema: kati ya zilizosubiri hapa ilikuwa nazo {{adopted}}; risiti {{gone}} za till hii ziko huko na hazipo hapa tena; {{others}} si za till hii.',
  aside: 'Faili la zamani limewekwa katika {{folder}}.',
  dismiss: 'Nimesoma',
  look: 'Angalia',
  unopened: '“{{name}}” haikuweza kufunguliwa. Wasifu mwingine unafanya kazi.',
  notOpened: {
    title: '“{{name}}” haikuweza kufunguliwa',
    text: 'Wasifu mwingine hauchukui nafasi yake bila kuulizwa: mauzo ya sasa yangeweza kuingia vitabu visivyo sahihi. Rekebisha kilichosemwa hapo juu, kisha funga Kaunta na uifungue tena.',
    others: 'Hadi hapo unaweza kufanya kazi kwenye wasifu mwingine:',
    askOwner: 'Hadi hapo mwenye duka anaweza kuchagua wasifu mwingine hapa.',
  },
  restore: {
    act: 'Weka mahali pake …',
    second: 'Nakala zilizo mahali pa pili',
    file: 'Nakala nyingine',
    fileHint: 'Njia kamili ya faili, kwa mfano kutoka flashi. Litaangaliwa kwanza.',
    fileAct: 'Angalia nakala hii',
    title: 'Uweke nakala hii mahali pa vitabu?',
    checking: 'Inafungua na kukagua nakala …',
    checked: 'Nakala ni nzima.',
    name: 'Nakala',
    sales: 'Mauzo',
    creditNotes: 'Hati za marejesho',
    lastNumber: 'Risiti ya mwisho',
    lastSoldAt: 'Mauzo ya mwisho',
    noneSold: 'bado hakuna',
    waiting: 'Zinasubiri kutumwa',
    complete_one:
      'Badiliko {{count}} la tangu hapo, hadi {{time}}, linarudi kutoka daftari la mabadiliko: hakuna kinachopotea.',
    complete_other:
      'Mabadiliko {{count}} ya tangu hapo, hadi {{time}}, yanarudi kutoka daftari la mabadiliko: hakuna kinachopotea.',
    nothingSince: 'Ina kila kitu kilichopo: hakuna kinachopotea.',
    incomplete:
      'Daftari la mabadiliko halifiki sasa kutoka nakala hii. Kinachosomeka katika faili la sasa kinaingia; kingine kinapotea. Hakuna nambari inayotumika mara mbili, na {{authority}} inaulizwa ina nini kabla ya chochote kutumwa.',
    aside: 'Faili la sasa linawekwa kando, halifutwi. Hakuna anayeweza kuuza hapa kwa muda huo mfupi.',
    pin: 'PIN ya {{name}}',
    stay: 'Acha kila kitu kilivyo',
    confirm: 'Weka nakala mahali pake',
    done: 'Nakala iko mahali pake. Hakuna kinachokosekana.',
    doneIncomplete:
      'Nakala iko mahali pake. Kinachoweza kukosekana kinasemwa katika Mipangilio, Nakala za akiba.',
  },
}
