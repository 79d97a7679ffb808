import type { queue as en } from '../en/queue.ts'
import type { Translated } from '../index.ts'

export const queue: Translated<typeof en> = {
  title: '{{authority}}',
  tabs: {
    label: 'Kichujio cha hati',
    needsPerson: 'Za kurekebisha',
    waiting: 'Zinasubiri',
    sentToday: 'Zilizotumwa leo',
    all: 'Zote',
  },
  columns: {
    document: 'Hati',
    amount: 'KSh',
    state: 'Hali',
    why: 'Maelezo',
  },
  kind: {
    item: 'Bidhaa {{title}}',
    customer: 'Mteja {{title}}',
    sale: 'Mauzo {{title}}',
    creditNote: 'Marejesho {{title}}',
    purchase: 'Manunuzi {{title}}',
    stockRecord: 'Badiliko la stoki {{title}}',
    stockRecordLines_one: 'Stoki, bidhaa {{count}}',
    stockRecordLines_other: 'Stoki, bidhaa {{count}}',
    stockMaster: 'Stoki ya {{title}}',
    insurance: 'Bima {{title}}',
  },
  why: {
    fresh: 'mpya · itumwe kabla ya {{due}}',
    waiting: 'ina {{age}} · itumwe kabla ya {{due}}',
    late: 'ina {{age}} · ilitakiwa kabla ya {{due}}. Imechelewa lakini imehifadhiwa: itatumwa mara tu {{authority}} ikijibu.',
    retry:
      '{{authority}} haikupatikana. Imehifadhiwa; Kaunta itajaribu tena {{next}} · itumwe kabla ya {{due}}',
    retryLate:
      '{{authority}} haikupatikana. Imehifadhiwa; Kaunta itajaribu tena {{next}} · imechelewa, ilitakiwa kabla ya {{due}}',
    stuck: '{{authority}} inashindwa nayo kila mara, na hati nyingine zinasubiri. Ifungue uiweke kando.',
    held: 'inasubiri {{document}}',
    heldMore: 'inasubiri {{document}} na nyingine {{more}}',
    heldByRefused:
      'inasubiri {{document}}, ambayo ilikataliwa. Rekebisha hiyo; hii itatumwa yenyewe baadaye.',
    heldByWithdrawn: 'inasubiri {{document}}, ambayo ilighairiwa. Itatumwa tu kama hiyo itatumwa tena.',
    paused: 'Kutuma kumesimama; hati imehifadhiwa. Ujumbe hapo juu unaeleza la kufanya.',
    sending: 'Inatumwa. Jibu huja baada ya sekunde chache.',
    unknownSale:
      'Ilitumwa, lakini jibu limepotea. Usiuze tena: Kaunta inaiuliza {{authority}} kwanza kuhusu nambari {{number}}.',
    unknownOther:
      'Ilitumwa, lakini jibu limepotea. Usiiandike tena: Kaunta inahakikisha kwanza kama ilifika.',
    signed: '{{controlUnitNumber}} · {{time}}',
    accepted: 'Imekubaliwa na {{authority}} · {{time}}',
    unsigned:
      '{{authority}} imeikubali, lakini saini haijafika. Usiuze tena: iombe {{authority}} saini, kisha uiandike.',
    withdrawn: 'Imeghairiwa na {{by}}, {{time}}: “{{reason}}”. Inabaki kwenye kumbukumbu.',
  },
  ownReason: {
    sentAgain: 'programu iliyoituma imeituma tena',
    laterChange: 'badiliko la baadaye limekubaliwa',
  },
  remedy: {
    registerItem: '{{authority}} bado haiijui “{{item}}”. Kaunta inatuma bidhaa kwanza, kisha hati hii.',
    registerItemNoName:
      '{{authority}} bado haiijui bidhaa moja iliyo ndani. Kaunta inatuma bidhaa kwanza, kisha hati hii.',
    oldLetter: '“{{item}}” iliuzwa kwa herufi ya kodi iliyo tofauti na ya sasa.',
    fixItem:
      '“{{item}}” ni tofauti kwa {{authority}}: herufi ya kodi, aina ya {{authority}}, kipimo au nambari yake.',
    fixItemNoName:
      'Bidhaa moja iliyo ndani ni tofauti kwa {{authority}}: herufi ya kodi, aina ya {{authority}}, kipimo au nambari.',
    addStock:
      'Stoki haitoshi: umeuza “{{item}}” nyingi kuliko zilizo kwenye rekodi za {{authority}} za duka hili.',
    addStockNoName:
      'Stoki haitoshi: umeuza bidhaa moja nyingi kuliko zilizo kwenye rekodi za {{authority}} za duka hili.',
    fixBuyer: '{{authority}} imekataa PIN ya mnunuzi.',
    fixClock: 'Tarehe yake haijafika: saa ya kompyuta hii iko mbele.',
    checkOriginal: '{{authority}} haiyajui mauzo ambayo hati hii inayarejesha.',
    checkAmounts: 'Kiasi au viwango vyake vya kodi ni tofauti na vya {{authority}}.',
    sendAgain: 'Iliwekwa kando hapa, kwa sababu {{authority}} ilishindwa nayo kila mara.',
    changedOnDisk: 'Programu nyingine imeibadilisha kwenye diski ya kompyuta hii. Kaunta haiitumi.',
    callSupport: '{{authority}} imeikataa: “{{text}}”.',
  },
  tries_one: 'jaribio la kwanza',
  tries_other: 'majaribio {{count}}',
  correct: {
    title: 'Hatua inayofuata',
    safe: 'Mauzo yamehifadhiwa. Hati ya mteja si ankara ya kodi hadi {{authority}} itakapoyasaini.',
    safeOther: 'Hakuna kilichopotea: inabaki hapa hadi uirekebishe au uighairi.',
    registerItem: 'Fungua bidhaa, soma ujumbe wa {{authority}} na uhifadhi bidhaa. Kisha tuma hati hii tena.',
    oldLetter:
      'Fungua bidhaa, irudishie herufi ya kodi ya mauzo hayo na uihifadhi; kisha tuma hati hii tena. Ipe bidhaa herufi yake mpya baada ya hapo.',
    fixItem:
      'Fungua bidhaa, irekebishe na uihifadhi. Kisha tuma hati hii tena: Kaunta itatumia bidhaa iliyorekebishwa.',
    addStock: 'Andika bidhaa zilizoingia. Kisha tuma hati hii tena.',
    fixBuyer: 'Andika PIN sahihi, au itume bila mnunuzi.',
    fixClock: 'Rekebisha tarehe na saa ya kompyuta hii. Kisha tuma hati hii tena.',
    checkOriginal: 'Hakikisha mauzo hayo yana saini. Kisha tuma hati hii tena.',
    checkAmounts:
      'Sasisha viwango vya kodi kwenye Mipangilio → Data ya {{authority}}. Kisha tuma hati hii tena.',
    checkAmountsInvoice:
      'Sasisha viwango vya kodi kwenye Mipangilio → Data ya {{authority}}, kisha tuma hati hii tena. {{authority}} ikiikataa tena, ighairi na uuze upya.',
    stuck:
      '{{authority}} inashindwa na hati hii kila mara, na nyingine zinasubiri. Iweke kando: nyingine zitatumwa, nayo itabaki kwenye “Za kurekebisha”.',
    sendAgain: 'Itume tena {{authority}} ikifanya kazi kama kawaida. Kama ilifika, haitatumwa mara mbili.',
    changedOnDisk:
      'Kaunta inailinganisha na nakala za akiba na kuituma ikiwa sahihi. Ikizidi saa moja, ighairi na uuze upya.',
    callSupport:
      'Itume tena. {{authority}} ikiikataa kwa ujumbe uleule, mpe mtu wa msaada ujumbe huo na msimbo ulio hapa chini.',
    openItem: 'Fungua bidhaa',
    addStockButton: 'Ongeza stoki',
    openReference: 'Data ya {{authority}}',
    openOriginal: 'Fungua mauzo',
    buyerPin: 'PIN ya mnunuzi',
    buyerPinHint: 'Herufi, tarakimu tisa na herufi, kama P051234567X',
    sendWithPin: 'Tuma na PIN hii',
    sendWithoutBuyer: 'Tuma bila mnunuzi',
    unknown:
      'Hakuna la kufanya. Kaunta inaiuliza {{authority}} kwa nambari yake, kisha itapata saini au itatumwa tena.',
    waiting: 'Hakuna la kufanya. Inatumwa yenyewe.',
    held: 'Hakuna la kufanya. Itatumwa yenyewe baada ya hati ile nyingine.',
  },
  action: {
    tryNow: 'Tuma sasa',
    correct: 'Rekebisha',
    sendAgain: 'Tuma tena',
    enterSignature: 'Andika saini',
    receipt: 'Risiti',
    details: 'Maelezo',
    withdraw: 'Ghairi hati',
    setAside: 'Weka kando',
    resume: 'Endelea kutuma',
    device: 'Fungua Kifaa',
  },
  offline: {
    title: '{{authority}} haipatikani tangu {{time}}.',
    never: '{{authority}} haijajibu bado.',
    text: 'Unaweza kuendelea kuuza. Kila mauzo yamehifadhiwa na yatatumwa kwa mpangilio {{authority}} ikirudi.',
    next: 'Jaribio lijalo baada ya {{time}}.',
    now: 'Inajaribu sasa.',
  },
  practice: {
    offline: 'Mazoezi: {{authority}} haipatikani.',
    losesAnswers: 'Mazoezi: {{authority}} inapoteza majibu yake.',
    refusesNextSale: 'Mazoezi: {{authority}} inakataa mauzo moja.',
    putBack: 'Maliza zoezi la hitilafu',
  },
  paused: {
    notInitialised: 'Kifaa hakijaanzishwa.',
    notInitialisedText:
      'Unaweza kuendelea kuuza; mauzo yanahifadhiwa. Anzisha kifaa kwenye Mipangilio, kisha kila kitu kitatumwa kwa mpangilio.',
    notAuthorised: '{{authority}} imekataa utambulisho wa duka hili.',
    notAuthorisedText:
      'Unaweza kuendelea kuuza; mauzo yanahifadhiwa. Angalia ufunguo wa kifaa na muunganisho kwenye Mipangilio, au uulize {{authority}}; kisha endelea kutuma.',
    counterConflict: 'Till au programu nyingine imetumia nambari za duka hili kwa {{authority}}.',
    counterConflictText:
      'Unaweza kuendelea kuuza; mauzo yanahifadhiwa. Simamisha till, programu au nakala iliyorudishwa, kisha endelea kutuma.',
    lanes: 'Zimesimama: {{lanes}} · tangu {{time}}',
    detail: 'Ujumbe wa {{authority}}: {{text}}',
  },
  lane: {
    items: 'bidhaa',
    sales: 'mauzo',
    purchases: 'manunuzi',
    stock: 'stoki',
    other: 'wateja na bima',
  },
  withdraw: {
    title: 'Ughairi {{document}}?',
    text: 'Kaunta haitaituma tena kwa {{authority}}. Hati, majaribio yake na sababu yako zinabaki kwenye kumbukumbu.',
    sale: 'Mteja ana bidhaa na amelipa. Yaghairi tu kama utayauza upya au utayaandika kwa {{authority}} kwa mkono.',
    stock: 'Kaunta inatendua mabadiliko yake ya stoki: stoki ya hapa itakuwa sawa na ya {{authority}}.',
    reason: 'Sababu',
    reasonHint: 'Kwa atakayekagua rekodi baadaye',
    confirm: 'Ghairi hati',
    keep: 'Iache',
  },
  details: {
    title: 'Maelezo',
    close: 'Funga maelezo',
    made: 'Ilitengenezwa',
    by: 'Na',
    due: 'Itumwe kabla ya',
    settled: 'Ilikamilika',
    tries: 'Majaribio',
    noTries: 'Haijajaribiwa bado.',
    send: 'Ilitumwa',
    lookUp: '{{authority}} iliulizwa',
    cutOff: 'ilikatika kabla ya jibu',
    request: 'Ombi',
    response: 'Jibu',
    bodiesGone: 'Ombi na jibu havihifadhiwi tena. Alama ya uhakiki: {{hash}}.',
    noResponse: 'Hakuna jibu.',
    ms: 'ms {{ms}}',
    waitsFor: 'Inasubiri',
    code: 'Msimbo wa msaada: {{code}}',
    outcome: {
      accepted: 'imekubaliwa',

      nothingFound: 'haipo',
      refused: 'imekataliwa',
      neverArrived: '{{authority}} haikupatikana',
      mayHaveArrived: 'jibu limepotea',
      notAuthorised: 'utambulisho ulikataliwa',
      notInitialised: 'kifaa hakijaanzishwa',
    },
  },
  empty: {
    needsPerson: 'Hakuna cha kurekebisha.',
    needsPersonWaiting_one: 'Hati {{count}} inasubiri na itatumwa yenyewe.',
    needsPersonWaiting_other: 'Hati {{count}} zinasubiri na zitatumwa zenyewe.',
    sent: 'Zote zimefika {{authority}}.',
    sentLast: 'Zote zimefika {{authority}}. Ya mwisho: {{time}}.',
    sentToday: 'Hakuna iliyotumwa leo bado.',
    sentTodayText: 'Hati zitakazokubaliwa na {{authority}} leo zitaonekana hapa.',
    all: 'Hakuna kitu hapa bado.',
    allText:
      'Kila mauzo, hati ya marejesho, bidhaa na badiliko la stoki huonekana hapa na kubaki kwenye kumbukumbu.',
  },
  done: {
    trying_one: 'Inatumwa sasa: hati {{count}}.',
    trying_other: 'Zinatumwa sasa: hati {{count}}.',
    nothingToTry: 'Zote zimeshatumwa.',
    sentAgain: 'Inatumwa tena: {{document}}.',
    withdrawn: 'Imeghairiwa, na inabaki kwenye kumbukumbu: {{document}}.',
    resumed: 'Kutuma kunaendelea.',
  },
}
