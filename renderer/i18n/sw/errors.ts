import type { errors as en } from '../en/errors.ts'
import type { Translated } from '../index.ts'

export const errors: Translated<typeof en> = {
  unexpected: 'Kuna jambo lisilotarajiwa. Hakuna kilichobadilika. Mpe mtu wa msaada nambari {{id}}.',
  disk: {
    full: 'Diski ya kompyuta hii imejaa. Hakuna kilichohifadhiwa: ongeza nafasi, kisha ufanye tena. ({{id}})',
    stopped:
      'Diski ya kompyuta hii iko karibu kujaa, kwa hiyo hakuna kipya kinachopokelewa: zimebaki MB {{free}}. Hakuna kilichohifadhiwa: ongeza nafasi ya MB {{more}}, kisha ufanye tena.',
    readOnly:
      'Diski ya kompyuta hii inasomeka tu. Hakuna kilichohifadhiwa: ruhusu iandikwe, kisha ufanye tena. ({{id}})',
    broken:
      'Diski ya kompyuta hii haipokei kinachoandikwa. Hakuna kilichohifadhiwa: hakikisha imeunganishwa, au mpigie mtu wa msaada kabla ya kuendelea kuuza. ({{id}})',
    busy: 'Programu nyingine inatumia faili la till hii. Hakuna kilichohifadhiwa: funga programu hiyo, kisha ufanye tena. ({{id}})',
    damaged:
      'Faili la till hii limeharibika. Hakuna kilichohifadhiwa: funga Kaunta na uifungue tena sasa, linatengenezwa inapoanza. ({{id}})',
    gone: 'Folda ya data ya till hii ilifutwa, ilihamishwa au diski yake ilitenganishwa. Hakuna kilichohifadhiwa: irudishe mahali pake, kisha funga Kaunta na uifungue tena.',
  },
  clock: {
    doubtful:
      'Kaunta haijui leo ni siku gani, na hakuna kilichohifadhiwa. Taja siku till inapouliza, kisha ufanye tena.',
    impossibleDay:
      'Haiwezi kuwa {{day}}: Kaunta inajua kwamba {{from}} imeshafika, na haikubali siku baada ya {{to}}. Chagua siku nyingine.',
  },
  saveElsewhere: {
    notGone: 'Folda ya data iko mahali pake. Tengeneza nakala kwenye Mipangilio → Nakala za akiba.',
    noFolder: 'Hakuna folda kama hiyo, au ni folda ya data. Andika njia kamili ya folda iliyopo.',
    failed: 'Haikuhifadhiwa hapo. Chagua folda nyingine yenye nafasi zaidi.',
  },
  secrets: {
    unreadable:
      'Kompyuta hii haifungui siri ambazo Kaunta imeweka ndani yake, kwa hiyo PIN haiwezi kuhakikiwa. Hakuna kilichobadilika: ingia kwenye kompyuta kama mtu aliyetumia Kaunta awali, fungua hifadhi yake ya siri (keyring), kisha uanzishe Kaunta tena. ({{id}})',
  },
  host: {
    gone: 'Kaunta haifanyi kazi. Yaliyohifadhiwa yako salama.',
    refused: 'Dirisha hili halikuruhusiwa. Fungua anwani tena.',
  },
  session: {
    locked: 'Till imefungwa. Ifungue ili kuendelea.',
    wrongPin: 'PIN si hiyo.',
    lockedOut: 'PIN za mwisho hazikuwa sahihi. Subiri kidogo, kisha jaribu tena.',
    notAllowed: 'Ni kwa: $t(common:roles.{{role}}) tu. Mwombe afungue till.',
    demoPerson: 'Watu wa duka la majaribio hufanya kazi kwenye Majaribio tu. Chagua jina lingine.',
    unknownPerson: 'Mtu huyu hafanyi kazi hapa tena. Chagua jina lingine.',
  },
  pin: {
    short: 'Kwa kazi hii PIN ina angalau tarakimu {{digits}}. Chagua ndefu zaidi.',
    common: 'PIN hii ni rahisi kukisiwa. Chagua nyingine.',
    needed: 'Kwa kazi hii watu wana PIN ya angalau tarakimu {{digits}}. Weka PIN mpya.',
  },
  apiKey: {
    unknown: 'Ufunguo huu haupo hapa tena.',
    known: 'Ufunguo huu upo tayari, katika wasifu huu au mwingine.',
    revoked: 'Ufunguo huu ulibatilishwa na hautarudi. Tengeneza mpya.',
    otherEnvironment:
      'Ufunguo huu ni wa aina nyingine ya wasifu: svc_test_ ni Sandbox, svc_live_ ni Production.',
  },
  rest: {
    noSwitch: 'Hapa programu nyingine haziwezi kuruhusiwa wala kuzuiwa.',
    portInUse: 'Mlango {{port}} unatumiwa na programu nyingine. Chagua mwingine.',
    notStarted: 'Kompyuta hii haitoi mlango {{port}}. Chagua mwingine.',
  },
  backup: {
    failed: 'Nakala haikutengenezwa: {{text}}. Ongeza nafasi kisha ujaribu tena.',
    notThere: 'Nakala hii haipo. Je, diski ipo, na njia ni kamili?',
    damaged: 'Nakala hii imeharibika. Hakuna kilichobadilika: chagua nyingine.',
    newer: 'Nakala hii ilitengenezwa na Kaunta mpya zaidi. Sakinisha toleo hilo, au chagua nakala nyingine.',
    noRoom: 'Diski haina nafasi ya kufungua nakala hii. Ongeza nafasi, kisha jaribu tena.',
    notOurs:
      'Hii si nakala ya till hii: si nakala kabisa, au ni ya mlipa kodi, tawi au kifaa kingine, au ni ya Sandbox ilhali hapa ni Production. Hakuna kilichobadilika: chagua nyingine.',
  },
  input: {
    missing: 'Kuna kitu bado hakijajazwa: {{field}}.',
    invalid: 'Haiwezi kuwa hivi: {{field}} ({{rule}}).',
  },
  operation: {
    unknown: 'Dirisha hili ni la zamani kuliko Kaunta. Lifunge kisha ulifungue tena.',
    keptThenFailed:
      'Limehifadhiwa, lakini baada ya hapo kuna jambo lisilotarajiwa. Litafute kabla ya kurudia, na umpe mtu wa msaada nambari hii: {{id}}.',
  },
  app: {
    none: 'Hakuna wasifu bado. Tengeneza mmoja kwenye Mipangilio.',
    unopened: '“{{name}}” haikuweza kufunguliwa. Funga till kisha uifungue tena uone sababu.',
    switched: 'Till hii imehamishiwa kwenye wasifu mwingine, “{{name}}”. Hakuna kilichofanyika.',
    unnamed: 'Dirisha hili ni la zamani kuliko Kaunta. Hakuna kilichofanyika: lifunge kisha ulifungue tena.',
    reopening: 'Wasifu huu unafunguliwa upya. Jaribu tena baada ya muda mfupi.',
  },
  authority: {
    notReached: '{{authority}} haipatikani. Hakuna kilichobadilika; jaribu tena itakapopatikana.',
    nothingPulled:
      '{{authority}} haitoi orodha zake kwa sasa. Zilizochukuliwa awali bado zipo hapa; jaribu tena baadaye.',
    notAnswered: '{{authority}} haijajibu bado. Hati imehifadhiwa na itatumwa.',
    refused: '{{authority}} imeikataa: {{text}}',
  },
  device: {
    initialising: '{{authority}} inaulizwa kuhusu kifaa hiki sasa hivi. Subiri jibu lake.',
    notInitialised: 'Kifaa hakiko tayari bado. Kianzishe kwenye Mipangilio; mauzo ya hadi hapo yatasubiri.',
    answerLost:
      'Jibu la {{authority}} limepotea njiani. Jaribu tena; ikisema kifaa kilishaanzishwa, iombe ufunguo na uuweke kwenye Mipangilio.',
    refused:
      '{{authority}} imekataa kifaa hiki. Kagua PIN ya {{authority}}, tawi na nambari ya serial. {{text}}',
    installedElsewhere:
      '{{authority}} inasema kifaa hiki kilishaanzishwa, na hutoa ufunguo mara moja tu. Weka ufunguo uliohifadhiwa wakati huo. {{text}}',
    otherSerial: 'Wasifu huu una kifaa kimoja maisha yake yote. Tengeneza wasifu mwingine kwa kifaa kingine.',
    keyRefused: '{{authority}} haikubali ufunguo huu. Ukague herufi kwa herufi.',
    keyUnchecked:
      '{{authority}} haipatikani, kwa hiyo haikuweza kukagua ufunguo huu, na ufunguo uliohifadhiwa haujabadilika. Weka ule mpya tena {{authority}} ikipatikana.',
    noSecrets:
      '{{authority}} hutoa ufunguo wa kifaa mara moja tu, na kompyuta hii haikuweza kuuhifadhi sasa, kwa hiyo haikuulizwa chochote. Hakikisha hifadhi ya siri (keyring) ya kompyuta imefunguliwa, kisha ujaribu tena. ({{id}})',
    notKept:
      'Kifaa kimeanzishwa, lakini ufunguo wake haukuhifadhiwa, na {{authority}} huutoa mara moja tu. $t(errors:device.inTheWay.{{why}}) Kisha kianzishe tena; usifunge Kaunta kabla ya hapo. {{authority}} haiulizwi mara mbili. ({{id}})',
    notTakenOver:
      'Kifaa kimeanzishwa na ufunguo wake uko salama, lakini till hii haikuweza kuupokea. $t(errors:device.inTheWay.{{why}}) Kisha kianzishe tena, au ufungue Kaunta upya. {{authority}} haiulizwi mara mbili. ({{id}})',
    inTheWay: {
      full: 'Diski ya kompyuta hii imejaa: ongeza nafasi.',
      readOnly: 'Diski ya kompyuta hii inasomeka tu: ruhusu iandikwe.',
      broken: 'Diski ya kompyuta hii haipokei kinachoandikwa: hakikisha imeunganishwa.',
      busy: 'Programu nyingine inatumia faili la till hii: funga programu hiyo.',
      damaged: 'Faili la till hii limeharibika: mpigie mtu wa msaada.',
      gone: 'Folda ya data haipo mahali pake: irudishe.',
      other:
        'Sababu haikutarajiwa: hakikisha hifadhi ya siri (keyring) ya kompyuta imefunguliwa, au mpigie mtu wa msaada.',
    },
  },
  item: {
    unknown: 'Bidhaa hii haipo tena.',
    notFound: 'Hakuna bidhaa {{code}}.',
    barcodeTaken: 'Barcode {{barcode}} tayari ni ya “{{name}}”. Ipe bidhaa hii nyingine, au badilisha ile.',
    fixed:
      '{{authority}} tayari inaijua “{{name}}”, kwa hiyo hili haliwezi kubadilika. Tengeneza bidhaa mpya badala yake.',
    severalNamed: 'Bidhaa kadhaa zinaitwa “{{name}}”: andika nambari au barcode yake.',
    refused: '{{authority}} imekataa bidhaa {{code}}. Irekebishe kwenye Bidhaa, kisha endelea.',
  },
  sale: {
    duplicate: 'Nambari {{number}} tayari ni ya hati nyingine.',
    unsigned: '{{authority}} ina hati hii, lakini saini yake haipo. Usiitume tena.',
    priceNeedsManager: 'Bei tofauti na ya bidhaa inahitaji meneja.',
    discountNeedsManager: 'Punguzo zaidi ya {{percent}} % la mauzo yote linahitaji meneja.',
    creditNeedsBuyer: 'Mauzo ya mkopo yanahitaji mnunuzi: jina au PIN ya anayedaiwa.',
    belowStock: '“{{name}}” iliyo dukani ni chache kuliko inayouzwa. Ihesabu, au punguza.',
    notPaid: 'Mauzo hayajalipwa yote bado.',
    notParked: 'Mauzo haya yameshachukuliwa na mtu mwingine.',
    requestReused:
      'Mauzo {{number}} yamekwisha kamilishwa katika dirisha lingine. Kama haya ni mauzo mengine, yakamilishe tena; kama ni yale yale, yaondoe yote.',
  },
  tender: {
    codeInvalid: 'Nambari ya M-PESA ina herufi na tarakimu kumi. Ilinganishe na ujumbe wa mteja.',
    codeTwice: 'Nambari ya M-PESA {{code}} iko mara mbili kwenye mauzo haya. Rudisha moja.',
    codeUsed:
      'Nambari ya M-PESA {{code}} imelipia risiti {{number}} tayari: {{at}}, KSh {{total}}. Omba malipo mengine, au mwite meneja.',
    codeNeedsManager: 'Nambari ya M-PESA iliyotumika inahitaji meneja. Meneja hufungua till na kuiruhusu.',
  },
  invoice: {
    notCreditable: 'Mauzo {{number}} hayawezi kurejeshwa: {{authority}} bado haijayakubali.',
    nothingLeft: 'Hakuna kilichobaki cha kurejesha cha {{number}}.',
    unknown: 'Risiti hii haipo.',
    credited: 'Mauzo {{number}} yamesharejeshwa, kwa {{by}}.',
    creditRefused:
      'Hati ya marejesho {{by}} ya mauzo {{number}} ilikataliwa. Irekebishe au iondoe kwenye foleni kwanza.',
    lessLeft: '“{{name}}”: imebaki {{left}} tu ya kurejesha. Badilisha idadi yake.',
    requestReused: 'Hati ya marejesho {{number}} imeshatengenezwa. Iangalie kabla ya kurejesha zaidi.',
    notApproved:
      '{{authority}} haijakubali mauzo {{number}}, kwa hiyo hakuna cha kurejesha. Yarekebishe au yaondoe kwenye Foleni.',
    notUnsigned: 'Saini huandikwa tu pale {{authority}} inapokuwa na hati na jibu lake halikufika.',
  },
  report: {
    notPrinted: 'Ripoti haikuchapishwa. Ichapishe tena, au kwingine. {{reason}}',
  },
  receipt: {
    unanswered: 'Risiti halisi ya {{number}} ilichapishwa. Kwanza sema kama ilitoka.',
    originalNeedsManager:
      'Risiti halisi ya {{number}} ilichapishwa mara {{count}}. Meneja hufungua till na kuamua kama ichapishwe tena.',
    notPrinted: 'Risiti haikuchapishwa. Mauzo yamehifadhiwa; ichapishe tena, au kwingine. {{reason}}',
    unknownPrint: 'Uchapishaji huu haujulikani tena. Chapisha risiti upya.',
  },
  purchase: {
    ambiguous: 'Wasambazaji kadhaa wametumia nambari {{number}}. Taja msambazaji yupi, au tawi lipi.',
    notFound: '{{authority}} haina ankara {{number}} ya msambazaji huyu ambayo bado haijathibitishwa.',
    notPulled:
      'Ankara {{number}} bado haijafika hapa na {{authority}} haijajibu. Jaribu tena baada ya muda mfupi.',
    notLinked: '“{{name}}” ({{code}}) ya msambazaji bado haijaunganishwa na bidhaa yako. Iunganishe kwanza.',
  },
  stock: {
    duplicate: 'Rekodi ya stoki yenye nambari {{number}} imeshaandikwa. Tumia nambari nyingine.',
    service: '“{{name}}” ni huduma na haina stoki. Iondoe kwenye orodha.',
    twice: '“{{name}}” imeandikwa mara mbili. Acha mstari mmoja.',
    corrected:
      'Stoki ya “{{name}}” ilirekebishwa ulipokuwa ukihesabu: sasa {{onHand}}. Hakuna kilichorekodiwa. Weka iliyopo, au iondoe kwenye orodha.',
    zero: 'Hakuna kitakachobadilika. Weka idadi.',
  },
  queue: {
    unknown: 'Hati hii haipo kwenye foleni.',
    notStuck: 'Hati iliyoshindwa mara kadhaa bila kukataliwa tu ndiyo huwekwa kando.',
    tooSoon: 'Jaribio la mwisho huenda bado liko njiani. Subiri sekunde {{seconds}}, kisha iweke kando.',
    busy: 'Inatumwa au inaulizwa sasa hivi. Jaribu tena baada ya muda mfupi.',
    arrived: 'Kumbe {{authority}} inayo. Saini yake inachukuliwa.',
    setAside: 'Iliwekwa kando kwenye skrini ya Foleni, kwa sababu {{authority}} ilishindwa nayo kila mara.',
    recordArrived: 'Kumbe {{authority}} inayo. Itakamilika baada ya muda mfupi.',
    untold: '{{authority}} haisemi kama inayo. Hakuna kilichobadilika; jaribu tena baadaye.',
    notRefused: 'Hati iliyokataliwa na {{authority}} tu ndiyo hutumwa tena au kuondolewa kwa mkono.',
  },
  practice: { none: 'Wasifu huu hufanya kazi na {{authority}} halisi; ya mazoezi tu ndiyo huweza kuigiza.' },
  profile: {
    unknown: 'Wasifu huu haupo tena.',
    ownerThere:
      'Watu wa duka la majaribio hubaki kwenye Majaribio. Funga till; {{name}} ataifungua na kuhamia huko.',
    deviceInUse: '“{{name}}” tayari inatumia mlipa kodi na tawi hili. Fanya kazi huko badala yake.',
    deviceFixed:
      '{{authority}} inakijua kifaa hiki, kwa hiyo hapa hapabadiliki. Tengeneza wasifu mwingine kwa kifaa kingine.',
    practice: 'Wasifu wa mazoezi hauna muunganisho wa kusahihisha.',
  },
  user: {
    unknown: 'Mtu huyu hayupo tena.',
    nameTaken: 'Kuna mwenye jina hili tayari. Ongeza kitu cha kuwatofautisha.',
    lastOwner: 'Huyu ndiye mwenye duka pekee. Mfanye mwingine kuwa mwenye duka kwanza.',
  },
  workspace: {
    hasOwner: 'Till hii ina mwenyewe tayari. Ifungue kwa PIN.',
    notEmpty: 'Kuna duka hapa tayari. Lifungue ili kuendelea.',
  },
}
