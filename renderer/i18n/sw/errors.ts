import type { errors as en } from '../en/errors.ts'
import type { Translated } from '../index.ts'

export const errors: Translated<typeof en> = {
  unexpected: 'Kuna jambo lisilotarajiwa. Hakuna kilichobadilika. Mpe mtu wa msaada nambari {{id}}.',
  disk: {
    full: 'Diski ya kompyuta hii imejaa, kwa hiyo hakuna kilichohifadhiwa. Ongeza nafasi, kisha ujaribu tena. ({{id}})',
    stopped:
      'Zimebaki MB {{free}} kwenye diski ya kompyuta hii, kwa hiyo hakuna kilichohifadhiwa. Ongeza nafasi ya MB {{more}}, kisha ujaribu tena.',
    readOnly:
      'Diski ya kompyuta hii inasomeka tu, kwa hiyo hakuna kilichohifadhiwa. Ruhusu iandikwe, kisha ujaribu tena. ({{id}})',
    broken:
      'Diski ya kompyuta hii ina hitilafu, kwa hiyo hakuna kilichohifadhiwa. Hakikisha imeunganishwa, au mpigie mtu wa msaada kabla ya mauzo mengine. ({{id}})',
    busy: 'Programu nyingine inatumia faili la till hii, kwa hiyo hakuna kilichohifadhiwa. Funga programu hiyo, kisha ujaribu tena. ({{id}})',
    damaged:
      'Faili la till hii limeharibika, kwa hiyo hakuna kilichohifadhiwa. Funga Kaunta na uifungue tena sasa: italitengeneza. ({{id}})',
    gone: 'Folda ya data ya till hii haipo, kwa hiyo hakuna kilichohifadhiwa. Irudishe, kisha funga Kaunta na uifungue tena.',
  },
  clock: {
    doubtful:
      'Kaunta haijui leo ni siku gani, kwa hiyo hakuna kilichohifadhiwa. Weka tarehe till inapouliza, kisha ujaribu tena.',
    impossibleDay: 'Leo haiwezi kuwa {{day}}. Chagua siku kutoka {{from}} hadi {{to}}.',
  },
  scale: {
    none: 'Hakuna mizani iliyowekwa. Mwenye duka huiongeza kwenye Mipangilio → Mizani na onyesho la bei.',
    empty: 'Mizani ni tupu. Weka bidhaa juu yake, kisha pima tena.',
    moving: 'Uzito haujatulia. Subiri mizani itulie, kisha pima tena.',
    negative: 'Mizani iko chini ya sifuri. Iondolee kila kitu, bonyeza sifuri, kisha pima tena.',
    overload: 'Uzito umezidi uwezo wa mizani. Pima bidhaa kwa sehemu mbili.',
    silent: 'Mizani haitumi chochote. Angalia kama imewashwa, na aina yake kwenye Mipangilio.',
    gone: 'Mizani haijaunganishwa. Angalia waya, na bandari yake kwenye Mipangilio.',
  },
  saveElsewhere: {
    notGone: 'Folda ya data ipo mahali pake. Tengeneza nakala kwenye Mipangilio → Nakala za akiba.',
    noFolder: 'Folda hii haipo, au ni folda ya data. Andika njia kamili ya folda nyingine.',
    failed: 'Nakala haikuhifadhiwa hapo. Chagua folda nyingine yenye nafasi zaidi.',
  },
  secrets: {
    unreadable:
      'Hifadhi ya siri (keyring) ya kompyuta hii imefungwa, kwa hiyo nambari ya siri haiwezi kuhakikiwa. Ingia kama mtumiaji wa kawaida wa Kaunta, ifungue, kisha uanzishe Kaunta tena. ({{id}})',
  },
  host: {
    gone: 'Kaunta haifanyi kazi; yaliyohifadhiwa yako salama. Washa Kaunta tena.',
    refused: 'Dirisha hili haliruhusiwi. Fungua anwani ya Kaunta tena.',
  },
  session: {
    locked: 'Till imefungwa. Ifungue ili kuendelea.',
    wrongPin: 'Nambari ya siri si sahihi. Jaribu tena.',
    lockedOut: 'Nambari kadhaa za siri zisizo sahihi ziliingizwa. Subiri kidogo, kisha jaribu tena.',
    notAllowed:
      'Kazi hii pekee ndiyo inaruhusiwa: $t(common:roles.{{role}}). Mwombe mwenye kazi hiyo afungue till.',
    demoPerson: 'Watu wa duka la mazoezi hawawezi kufanya mauzo halisi. Chagua jina lingine.',
    newPin: 'Chagua kwanza nambari mpya ya siri: fungua till kwa nambari yako ya sasa.',
    noPin:
      'Till hii bado haijui nambari yako ya siri. Fungua till uliyopewa nambari hiyo, au mwombe mwenye duka akupe mpya.',
    unknownPerson: 'Mtu huyu hafanyi kazi hapa tena. Chagua jina lingine.',
  },
  pin: {
    short: 'Nambari ya siri ya kazi hii inahitaji angalau tarakimu {{digits}}. Chagua ndefu zaidi.',
    same: 'Hii ndiyo nambari yako ya siri ya sasa. Chagua nyingine.',
    common: 'Nambari hii ya siri ni rahisi kukisiwa. Chagua nyingine.',
    needed: 'Nambari ya siri ya kazi hii inahitaji angalau tarakimu {{digits}}. Weka nambari mpya ya siri.',
  },
  apiKey: {
    unknown: 'Ufunguo huu haupo tena. Chagua mwingine.',
    known: 'Ufunguo huu upo tayari katika duka hili au lingine. Utumie huko, au tengeneza mpya.',
    revoked: 'Ufunguo huu ulibatilishwa na hauwezi kutumika tena. Tengeneza mpya.',
    otherEnvironment:
      'Ufunguo huu ni wa aina nyingine ya duka. Tumia svc_test_ kwenye duka la mazoezi na svc_live_ kwa mauzo halisi.',
  },
  update: {
    notReady: 'Toleo hili halijapakuliwa. Tafuta toleo jipya tena.',
    openSale: 'Kuna mauzo yaliyo wazi. Yamalize au uyaweke kando, kisha usakinishe.',
    sending: 'Hati inatumwa. Jaribu tena baada ya sekunde chache.',
    noRoom: 'Diski haina nafasi ya nakala za data yako. Ongeza nafasi, kisha ujaribu tena.',
  },
  hub: {
    notLinked: 'Till hii inafanya kazi peke yake. Iunganishe na kitovu kwanza.',
    mustLink:
      'Kitovu husaini kwa ajili ya till hii, na sasa hakipokei kitu kutoka kwake. Unganisha till hii tena kwanza, kisha kata kiungo.',
    linked: 'Till hii imeunganishwa na kitovu tayari. Kata kiungo hicho kwanza.',
    unreachable: 'Hakuna jibu kutoka {{address}}. Angalia anwani, na kwamba kitovu kimewashwa.',
    notAHub: 'Kilichojibu kwenye {{address}} si kitovu cha Kaunta. Angalia anwani.',
    wrongCode: 'Msimbo huu haulingani. Andika msimbo unaoonyeshwa na kitovu sasa.',
    codeEnded: 'Msimbo huu umeisha. Omba msimbo mpya kwenye kitovu.',
    pinMismatch:
      'Kilichojibu kwenye {{address}} si kitovu cha till hii, kwa hiyo till haikutuma kitu. Angalia anwani.',
    otherEnvironment: 'Kitovu hiki ni cha aina nyingine ya duka: mazoezi au mauzo halisi. Chagua kingine.',
    otherTaxpayer: 'Kitovu hiki ni cha mlipa kodi mwingine. Chagua kingine.',
    tooOld: 'Kitovu kinahitaji Kaunta mpya zaidi. Sasisha till hii, kisha ujaribu tena.',
    tooNew: 'Kaunta ya kitovu ni ya zamani mno kwa till hii. Sasisha kitovu, kisha ujaribu tena.',
    failed: 'Kitovu kilijibu kwa hitilafu. Jaribu tena, au angalia kumbukumbu za kitovu.',
    impossible: 'Kaunta hii haiwezi kuanzisha kitovu. Kianzishe kwenye kompyuta nyingine.',
    otherIsOn: 'Kitovu cha kompyuta hii kimewashwa kwa aina nyingine ya duka. Kizime huko kwanza.',
    answers: 'Kitovu kinajibu, kwa hiyo till hii haichukui nafasi. Zima kitovu hicho kwanza.',
    noEscrow: 'Till hii si naibu. Chukua nafasi kwenye naibu, au rejesha nakala rudufu.',
    noBackup: 'Hakuna nakala rudufu ya kitovu kwenye {{folder}}. Chagua folda yenye faili inayoishia .hub.',
    otherHubHere:
      'Folda hii ni ya kitovu kingine: {{folder}}. Ihamishie mahali pengine, na usifute kitu. Kisha uchukue nafasi tena.',
    isOnHere: 'Kitovu kimewashwa tayari kwenye kompyuta hii. Kizime kwanza, kisha uchukue nafasi.',
    replaced: 'Kompyuta nyingine imechukua nafasi ya kitovu hiki. Andika anwani ya kitovu kipya.',
    notOn: 'Kitovu kwenye kompyuta hii hakijibu. Subiri kiwake, kisha ujaribu tena.',
    sheetNotPrinted: 'Printa haikuthibitisha karatasi. Angalia karatasi na printa, kisha uichapishe tena.',
    busy: 'Kitovu kina kazi nyingi. Jaribu tena baada ya muda mfupi.',
    full: 'Diski ya kitovu imejaa. Ongeza nafasi kwenye kompyuta ya kitovu, kisha jaribu tena.',
    silent: 'Kitovu hakijibu. Angalia mtandao wa kifaa hiki, na kwamba kitovu kimewashwa.',
    signedOut: 'Umetoka. Ingia tena.',
    wrongPassword: 'Jina au nenosiri si sahihi. Andika yote mawili tena.',
    tooMany: 'Maneno ya siri mengi mno yamejaribiwa. Subiri sekunde {{seconds}}, kisha ujaribu tena.',
    nameTaken: 'Mtu mwingine ana jina hili. Chagua lingine.',
    notAdmitted: 'Kitovu hakiikubali till hii sasa. Mipangilio → Kitovu inaeleza sababu.',
    notAllowed:
      'Kitovu hakikuruhusu kufanya hivi hapa. Muulize mwenye duka wa tawi, au fanya kwenye kompyuta ya kitovu.',
    absent: 'Hiki hakipo tena. Angalia orodha tena.',
    changed: 'Kuna aliyekibadilisha tangu ulipoangalia. Angalia tena, kisha uamue.',
    held: 'Mteja mmoja tu anaweza kuwa na PIN hii. Waunganishe wawili, na umbakize mwenye PIN.',
    signs:
      'Kitovu ndicho kinachoongea na {{authority}} kwa niaba ya till hii. Kirudishe kifaa kwanza, kisha ukate kiungo.',
  },
  rest: {
    noSwitch: 'Hapa programu nyingine haziwezi kuwashwa wala kuzimwa. Anzisha Kaunta bila amri ya gateway.',
    portInUse: 'Programu nyingine inatumia mlango {{port}}. Chagua mwingine.',
    notStarted: 'Mlango {{port}} haupatikani. Chagua mwingine.',
  },
  backup: {
    practice: 'Hii ni nakala ya duka la mazoezi. Chagua nakala ya duka lenye kifaa cha {{authority}}.',
    failed: 'Nakala ya akiba haikutengenezwa: {{text}}. Ongeza nafasi, kisha ujaribu tena.',
    notThere: 'Hakuna nakala ya akiba mahali hapa. Angalia diski na njia ya faili.',
    damaged: 'Nakala hii imeharibika, kwa hiyo hakuna kilichobadilika. Chagua nyingine.',
    newer: 'Kaunta mpya zaidi ilitengeneza nakala hii. Sakinisha toleo hilo, au chagua nakala nyingine.',
    noRoom: 'Diski haina nafasi ya kufungua nakala hii. Ongeza nafasi, kisha jaribu tena.',
    notOurs: 'Faili hili si nakala ya duka na kifaa hiki. Chagua nyingine.',
  },
  input: {
    missing: 'Hakijajazwa: {{field}}. Kijaze.',
    invalid: '{{field}} lazima iwe {{rule}}.',
    tooManyLines:
      'Mistari {{most}} tu huhifadhiwa kwa mara moja. Weka bidhaa hizi kwa mkono, sehemu kwa sehemu.',
  },
  operation: {
    unknown: 'Dirisha hili ni la zamani kuliko Kaunta. Lifunge kisha ulifungue tena.',
    keptThenFailed:
      'Imehifadhiwa, lakini kuna hitilafu iliyotokea baadaye. Itafute kabla ya kujaribu tena, na umpe mtu wa msaada nambari {{id}}.',
  },
  app: {
    none: 'Hakuna duka bado. Ongeza moja kwenye Mipangilio.',
    unopened: '“{{name}}” haikuweza kufunguliwa. Funga till kisha uifungue tena kuona sababu.',
    switched:
      'Mtu alihamisha till hii kwenye duka “{{name}}”, kwa hiyo hakuna kilichofanyika. Jaribu tena huko.',
    unnamed:
      'Dirisha hili ni la zamani kuliko Kaunta, kwa hiyo hakuna kilichofanyika. Lifunge kisha ulifungue tena.',
    reopening: 'Kaunta inafungua duka hili upya. Jaribu tena baada ya muda mfupi.',
  },
  authority: {
    notReached: '{{authority}} haipatikani, kwa hiyo hakuna kilichobadilika. Jaribu tena baadaye.',
    nothingPulled:
      '{{authority}} haikutoa data sasa; data ya awali inaendelea kutumika. Jaribu tena baadaye.',
    notAnswered: '{{authority}} haijajibu bado. Kaunta imehifadhi hati na itaituma baadaye.',
    refused: '{{authority}} imeikataa: {{text}}',
  },
  device: {
    initialising: 'Kaunta inasubiri jibu la {{authority}} kuhusu kifaa hiki. Jaribu tena baadaye.',
    wrongAddress:
      'Seva inajibu kwenye anwani hii, lakini si kama {{authority}}. Angalia anwani ya {{authority}} chini ya “Ya ziada”.',
    notInitialised: 'Kifaa hakijaanzishwa, kwa hiyo mauzo yanasubiri. Kianzishe kwenye Mipangilio.',
    answerLost:
      'Jibu la {{authority}} limepotea. Jaribu tena; {{authority}} ikisema kifaa kilishaanzishwa, iombe ufunguo na uuweke kwenye Mipangilio.',
    refused:
      '{{authority}} imekataa kifaa hiki: kagua PIN ya {{authority}}, tawi na nambari ya serial. {{text}}',
    installedElsewhere:
      '{{authority}} hutoa ufunguo wa kifaa mara moja tu, na iliutoa awali. Weka ufunguo huo. {{text}}',
    otherSerial: 'Kifaa cha duka hakiwezi kubadilika. Ongeza duka lingine kwa kifaa kingine.',
    keyRefused: '{{authority}} imekataa ufunguo huu. Ukague herufi kwa herufi.',
    keyUnchecked:
      '{{authority}} haipatikani kukagua ufunguo huu, kwa hiyo ule wa zamani unabaki. Weka mpya tena baadaye.',
    noSecrets:
      'Kompyuta hii haiwezi kuhifadhi ufunguo wa kifaa sasa, kwa hiyo hakuna kilichoombwa. Fungua hifadhi yake ya siri (keyring), kisha ujaribu tena. ({{id}})',
    notKept:
      'Ufunguo wa kifaa haujahifadhiwa bado: usifunge Kaunta. $t(errors:device.inTheWay.{{why}}), kisha anzisha kifaa tena. ({{id}})',
    notTakenOver:
      'Ufunguo wa kifaa uko salama, lakini till haiwezi kuutumia bado. $t(errors:device.inTheWay.{{why}}), kisha anzisha kifaa tena. ({{id}})',
    inTheWay: {
      full: 'Ongeza nafasi kwenye diski iliyojaa',
      readOnly: 'Ruhusu diski iandikwe',
      broken: 'Hakikisha diski imeunganishwa',
      busy: 'Funga programu inayotumia faili la till hii',
      damaged: 'Mpigie mtu wa msaada kuhusu faili lililoharibika',
      gone: 'Rudisha folda ya data mahali pake',
      other: 'Fungua hifadhi ya siri (keyring) ya kompyuta au mpigie mtu wa msaada',
    },
  },
  item: {
    unknown: 'Bidhaa hii haipo tena. Chagua nyingine.',
    notFound: 'Hakuna bidhaa {{code}}. Angalia nambari.',
    picturesFull:
      'Duka lina picha {{most}}, ambayo ndiyo idadi ya juu. Kwanza ondoa picha ya bidhaa nyingine.',
    barcodeTaken: 'Barcode {{barcode}} ni ya “{{name}}”. Weka barcode nyingine, au badilisha bidhaa hiyo.',
    fixed: '{{authority}} imesajili “{{name}}”, kwa hiyo hili haliwezi kubadilika. Ongeza bidhaa mpya.',
    severalNamed: 'Bidhaa kadhaa zinaitwa “{{name}}”. Andika nambari au barcode.',
    refused: '{{authority}} imekataa bidhaa {{code}}. Irekebishe kwenye Bidhaa, kisha jaribu tena.',
  },
  sale: {
    duplicate: 'Nambari {{number}} ni ya hati nyingine. Tumia nambari nyingine.',
    unsigned: '{{authority}} imeikubali hati hii, lakini saini haijafika. Usiitume tena.',
    priceNeedsManager: 'Meneja pekee ndiye hubadilisha bei. Mwombe meneja.',
    discountNeedsManager: 'Meneja pekee ndiye hutoa punguzo zaidi ya {{percent}} %. Mwombe meneja.',
    creditNeedsCustomer: 'Mauzo ya mkopo yanahitaji mteja wa duka. Chagua mteja kwanza.',
    belowStock: '“{{name}}” iliyo dukani ni chache kuliko inayouzwa. Ihesabu, au punguza.',
    belowStockSince:
      '“{{name}}” iliyo dukani ni chache kuliko inayouzwa, kama kitovu kilivyosema mwisho {{at}}. Ihesabu, au punguza.',
    notPaid: 'Mauzo hayajalipwa yote. Weka kiasi kilichobaki.',
    returnChanged:
      'Bidhaa zilizorudishwa sasa zina thamani ya KSh {{worth}}. Zichague tena kwenye skrini ya Risiti.',
    parkedTaken: '{{who}} ameyachukua mauzo haya kwenye till {{till}}. Chagua mengine.',
    parkedAlone: 'Kitovu hakijibu, kwa hiyo till nyingine huenda imechukua mauzo haya. Uliza huko kwanza.',
    parkedElsewhere: 'Kitovu hakijibu. Endelea na mauzo haya kwenye till yalipowekwa, au kitovu kikirudi.',
    parkedInPart:
      'Bidhaa nyingine za mauzo haya hazijafika kwenye till hii. Subiri kidogo, kisha ujaribu tena.',
    notParked: 'Mtu mwingine ameshaendelea na mauzo haya. Chagua mengine.',
    requestReused:
      'Mauzo {{number}} yamekwisha kamilishwa katika dirisha lingine. Kama haya ni mauzo mengine, yakamilishe tena; kama ni yale yale, yatoe yote.',
  },
  tender: {
    codeInvalid: 'Nambari ya M-PESA ina herufi na tarakimu kumi. Ilinganishe na ujumbe wa mteja.',
    off: 'Njia hii ya malipo imezimwa. Chagua nyingine.',
    referenceMissing: 'Njia hii ya malipo inahitaji kumbukumbu. Andika nambari yake.',
    stays: '{{name}} hubaki kwenye orodha na aina yake. Izime badala yake.',
    codeTwice: 'Nambari ya M-PESA {{code}} iko mara mbili kwenye mauzo haya. Ondoa moja.',
    codeUsed:
      'Nambari ya M-PESA {{code}} imelipia risiti {{number}} tayari: {{at}}, KSh {{total}}. Omba malipo mengine, au mwite meneja.',
    codeNeedsManager:
      'Meneja lazima aidhinishe nambari ya M-PESA iliyotumika. Omba malipo mengine, au mwite meneja ujaribu tena.',
  },
  customer: {
    unknown: 'Mteja huyu hayupo. Chagua mmoja kwenye orodha.',
    merged: '{{name}} aliunganishwa na {{into}}. Badilisha mteja huyo.',
    mergeSame: 'Chagua wateja wawili tofauti.',
    mergePin: '{{name}} ana PIN. Unganisha {{other}} na {{name}} badala yake.',
    pinTaken: '{{name}} ana PIN hii. Unganisha wateja hao wawili, au sahihisha PIN.',
    pinStays: '{{name}} ana PIN {{pin}}, ambayo haibadiliki. Ongeza mteja mpya kwa PIN nyingine.',
    phoneWrong: 'Hii si nambari ya simu. Andika tarakimu kumi kama 0712 345 678, au +255… ya nchi nyingine.',
    limitNeedsManager: 'Meneja pekee anaweza kuweka kikomo cha mkopo. Hifadhi mteja bila kikomo.',
    noLimit: '{{name}} hana kikomo cha mkopo. Meneja hukiweka kwenye skrini ya Wateja.',
    aboveAllowance:
      'Kitovu hakijibu, kwa hiyo {{name}} anaweza kununua kwa KSh {{left}} tu zaidi kwa mkopo hapa. Pokea malipo, au mwombe meneja.',
    aboveLimit: '{{name}} angedaiwa KSh {{after}}; kikomo ni KSh {{limit}}. Pokea malipo, au mwombe meneja.',
  },
  account: {
    notOpen: 'Mauzo haya yamelipwa, au ni ya mteja mwingine. Chagua tena.',
    nothingOwed: '{{name}} hadaiwi chochote, kwa hiyo hakuna cha kulipa.',
    aboveDebt: '{{name}} anadaiwa KSh {{owed}}. Weka kisichozidi hapo.',
    tooMany: 'Kipindi hiki kina zaidi ya vipengele 1,000. Chagua kifupi zaidi.',
    noPayment: 'Malipo haya hayapo hapa. Chagua kwenye orodha.',
    notEarlier: '{{number}} ni mauzo mapya. Weka malipo yake badala yake.',
  },
  invoice: {
    refundByCredit: 'Ni KSh {{owed}} tu za {{number}} bado zinadaiwa. Chagua jinsi ya kurudisha zilizobaki.',
    notCreditable: '{{authority}} bado haijasaini mauzo {{number}}. Subiri saini, kisha rejesha pesa.',
    nothingLeft: 'Pesa za mauzo {{number}} zimerejeshwa zote. Chagua mauzo mengine.',
    unknown: 'Risiti hii haipo hapa. Angalia nambari.',
    credited: 'Hati ya marejesho {{by}} ilisharejesha mauzo {{number}}. Chagua mauzo mengine.',
    creditRefused:
      '{{authority}} imekataa hati ya marejesho {{by}} ya mauzo {{number}}. Irekebishe au ighairi kwanza kwenye skrini ya {{authority}}.',
    creditedElsewhere: '{{who}} alisharejesha mauzo {{number}} kwenye till {{till}}: {{by}}.',
    beingCredited: '{{who}} anarejesha mauzo {{number}} kwenye till {{till}} sasa.',
    lessLeftElsewhere:
      '“{{name}}”: imebaki {{left}} tu ya kurejesha. {{who}} anarejesha au amerejesha nyingine kwenye till {{till}}.',
    madeElsewhere: 'Kitovu hakijibu. Rejesha mauzo {{number}} kwenye till {{till}}, au kitovu kikirejea.',
    signsItself: 'Till hii husaini kwa kifaa chake yenyewe. Rejesha mauzo haya kwenye till {{till}}.',
    saleChanges: 'Till nyingine zinabadilisha mauzo haya sasa. Subiri kidogo, kisha yaangalie tena.',
    lookedTooOften:
      'Kitovu hakipokei utafutaji zaidi wa till hii sasa. Subiri dakika moja, kisha jaribu tena.',
    goodsNotHere:
      'Baadhi ya bidhaa za mauzo {{number}} hazijafika kwenye till hii. Subiri kidogo, kisha jaribu tena.',
    otherTills:
      'Till {{till}} ilifanya mauzo {{number}}, na till hii imeondoka kwenye kitovu chake. Ghairi hati hii ya marejesho.',
    lessLeft: '“{{name}}”: imebaki {{left}} tu ya kurejesha. Badilisha idadi.',
    requestReused: 'Hati ya marejesho {{number}} ipo tayari. Iangalie kabla ya kurejesha zaidi.',
    notApproved:
      '{{authority}} haijasaini mauzo {{number}}, kwa hiyo pesa haziwezi kurejeshwa. Yarekebishe au yaghairi kwenye skrini ya {{authority}}.',
    notUnsigned: 'Hati hii haikosi saini. Andika saini kwa “Imekubaliwa, haina saini” tu.',
  },
  printer: {
    notListed:
      'Printa za kompyuta hii haziwezi kuorodheshwa. Chapisha kwa kidirisha cha kuchapisha. {{reason}}',
    unknown: 'Hakuna printa kama hiyo. Chagua moja kwenye orodha.',
    nameTaken: 'Tayari kuna printa “{{name}}”. Chagua jina lingine.',
    notPrivate: '{{near}} haiko kwenye mtandao wa duka. Weka kama 192.168.1.1.',
    tooMany: 'Printa zisizidi {{most}}. Ondoa moja kwanza.',
    notTested: 'Ukurasa wa majaribio haukuchapishwa. Angalia printa, au chagua nyingine. {{reason}}',
  },
  report: {
    notPrinted: 'Ripoti haikuchapishwa. Ichapishe tena, au kwenye printa nyingine. {{reason}}',
  },
  printJob: {
    unknown: 'Hakuna karatasi kama hiyo ya kuchapisha. Angalia orodha tena.',
    sending: '“{{title}}” inachapishwa sasa. Subiri imalize.',
    over: '“{{title}}” haisubiri tena. Angalia orodha tena.',
  },
  receipt: {
    waits: 'Risiti halisi ya {{number}} inasubiri printa “{{printer}}”, na itachapishwa printa ikiweza.',
    unanswered: 'Risiti halisi ya {{number}} ilitumwa kwa printa. Kwanza jibu kama ilitoka.',
    originalNeedsManager:
      'Risiti halisi ya {{number}} ilichapishwa mara {{count}}. Mwite meneja aidhinishe, kisha uchapishe tena.',
    notPrinted:
      'Mauzo yamehifadhiwa, lakini risiti haikuchapishwa. Ichapishe tena, au kwenye printa nyingine. {{reason}}',
    unknownPrint: 'Uchapishaji huu haujulikani tena. Chapisha risiti upya.',
  },
  payment: {
    notChangeable: 'Malipo ya mauzo ya till hii pekee ndiyo yanaweza kubadilishwa.',
    shiftClosed: 'Zamu ya {{number}} imefungwa, kwa hiyo malipo yake yanabaki yalivyo.',
    exchanged: '{{number}} ni mabadilishano ya bidhaa, kwa hiyo malipo yake yanabaki yalivyo.',
    dayOver: 'Siku ya {{number}} imekwisha, kwa hiyo malipo yake yanabaki yalivyo.',
    refunded: 'Pesa za {{number}} zilirejeshwa, kwa hiyo malipo yake yanabaki yalivyo.',
    creditStays: 'Mkopo wa {{number}} haubadiliki. Rejesha {{number}} kisha uuze tena.',
  },
  folder: {
    unreadable:
      'Kaunta haiwezi kusoma {{path}}. Hakikisha diski yake imeunganishwa, au chagua folda nyingine.',
    notCreated: 'Folda “{{name}}” haikuweza kutengenezwa hapa. Chagua jina lingine.',
  },
  file: {
    unknown: 'PDF hii imefutwa. Itengeneze tena.',
    noViewer: 'Kompyuta hii haina programu ya kufungua PDF. Faili ni {{file}}.',
  },
  purchase: {
    ambiguous: 'Wasambazaji kadhaa wametumia nambari {{number}}. Chagua msambazaji au tawi.',
    notFound:
      '{{authority}} haina ankara {{number}} ya msambazaji huyu ambayo haijathibitishwa. Angalia nambari na msambazaji.',
    notPulled:
      'Ankara {{number}} bado haijafika hapa na {{authority}} haijajibu. Jaribu tena baada ya muda mfupi.',
    notLinked: '“{{name}}” ({{code}}) ya msambazaji bado haijaunganishwa na bidhaa yako. Iunganishe kwanza.',
  },
  label: {
    tooMany: 'Lebo {{most}} tu huchapishwa kwa pamoja, na hizi ni {{count}}. Chapisha baadhi kwanza.',
    noPrinter: 'Hakuna printa ya risiti ya lebo. Chagua ukubwa wa lebo, au printa ya lebo katika Mipangilio.',
    notPrinted: 'Lebo hazikutengenezwa: {{reason}}',
    noPrefix:
      'Vitangulizi vyote vya 20 hadi 29 ni vya lebo za mizani. Acha kimoja katika Mipangilio, au andika barcode.',
  },
  delivery: {
    noInvoice: 'Hakuna ankara kama hiyo. Chagua moja kwenye orodha.',
    unknown: 'Hakuna mzigo kama huo. Chagua mmoja kwenye orodha.',
    done: 'Ankara {{number}} ilishapokelewa, kama mzigo {{delivery}}. Andika mwenyewe zilizokuja baadaye.',
    refused: 'Ankara {{number}} ilikataliwa hapa. Ichukue tena kwanza.',
    noSale:
      'Ankara {{number}} ni hati ya marejesho ya msambazaji, au haina bidhaa. Hakuna cha kupokea kwayo.',
    confirmed: 'Ankara {{number}} imeshathibitishwa kwa {{authority}}. Mwombe msambazaji hati ya marejesho.',
    linkedTwice:
      'Mstari {{line}}: mstari mwingine wenye msimbo {{code}} una bidhaa nyingine. Chagua bidhaa moja kwa yote miwili.',
    unitsTwice:
      'Mstari {{line}}: mstari mwingine wenye msimbo {{code}} una vipande vingine. Andika sawa kwa yote miwili.',
  },
  transfer: {
    noArrival: '{{authority}} haina bidhaa kama hizo. Zichague kwenye orodha.',
    unknown: 'Hakuna uhamisho kama huo. Chagua mmoja kwenye orodha.',
    noBranch: '{{authority}} haina tawi lako lingine {{branch}}. Chagua moja kwenye orodha.',
    belowStock:
      'Ni {{onHand}} tu za “{{name}}” zilizo kwenye stoki. Tuma chache zaidi, au rekodi bidhaa zilizopokelewa kwanza.',
    done: 'Bidhaa hizi zilishapokelewa, kama uhamisho {{transfer}}. Andika mwenyewe zilizokuja baadaye.',
    dismissed: 'Bidhaa hizi ziliondolewa hapa. Zirudishe kwanza.',
  },
  order: {
    unknown: 'Hakuna agizo hilo. Chagua moja kwenye orodha.',
    over: '{{name}} ameshamaliza agizo {{number}}. Liangalie kwenye Maagizo yote.',
    notArrived:
      '{{supplier}} hajaleta chochote tangu agizo {{number}}. Ingiza mzigo kwanza, au ghairi agizo.',
  },
  customs: {
    noEntry: 'Hakuna mzigo kama huo wa forodha. Chagua mmoja kwenye orodha.',
    done: '“{{entry}}” uliamuliwa tayari. Ufungue uone nani aliamua.',
    elsewhere: '“{{entry}}” uliamuliwa kwa {{authority}} kwingine. Andika mwenyewe bidhaa zilizokuja.',
    costMissing: 'Forodha haikutaja bei au kiwango cha fedha. Andika gharama ya moja.',
    goodsIn: 'Bidhaa ziliingia tayari kama “{{name}}”. Kubali kwa bidhaa hiyo na vipande vyake.',
  },
  stock: {
    duplicate: 'Rekodi ya stoki yenye nambari {{number}} ipo tayari. Tumia nambari nyingine.',
    service: '“{{name}}” ni huduma na haina stoki. Iondoe kwenye orodha.',
    twice: '“{{name}}” iko kwenye orodha mara mbili. Ondoa mstari mmoja.',
    shared: 'Hakuna kilichotumwa. Till hii inatumia stoki ya tawi lake, na till nyingine zina rekodi njiani.',
    notAllSent: 'Hati zenye “{{name}}” zinasubiri {{authority}}. Subiri zitumwe, kisha angalia tena.',
    otherDifference: 'Tofauti ya “{{name}}” imebadilika. Hakuna kilichotumwa; angalia tena.',
    corrected:
      'Stoki ya “{{name}}” ilibadilika kuwa {{onHand}} ulipokuwa ukihesabu, kwa hiyo hakuna kilichohifadhiwa. Ihesabu tena, au iondoe.',
    zero: 'Hakuna idadi iliyowekwa. Weka idadi inayobadilika.',
  },
  import: {
    unknown: 'Hakuna orodha iliyoletwa kama hiyo. Chagua moja kwenye orodha.',
    undone: 'Nambari {{number}} ilitenduliwa tayari. Kuipata tena, leta orodha au badilisha bidhaa tena.',
    nothing: 'Nambari {{number}} haikubadilisha chochote, kwa hiyo hakuna cha kutendua.',
  },
  bulk: {
    noPrice: '“{{name}}” ingekosa bei. Ibadilishe peke yake.',
    service: '“{{name}}” ni huduma na haina stoki.',
    changedSince: '“{{name}}” ilibadilishwa baada ya kuangaliwa. Iangalie, kisha ibadilishe tena.',
  },
  count: {
    unknown: 'Hesabu hii haipo. Chagua moja kwenye orodha.',
    over: '{{name}} amemaliza hesabu {{number}}. Anzisha nyingine.',
    tooMany: 'Hesabu {{count}} ziko wazi. Hifadhi au acha moja kwanza.',
    nothing: 'Hakuna bidhaa yenye stoki bado. Pokea bidhaa kwanza.',
    noneShown: 'Orodha haina bidhaa. Chagua kichujio kingine.',
    tooManyShown: 'Orodha ina bidhaa zaidi ya {{count}}. Chagua kichujio, au hesabu kundi moja.',
    noCategory: 'Kundi “{{category}}” halina bidhaa. Chagua lingine.',
    belowZero: 'Unapunguza “{{name}}” kuliko ilivyohesabiwa. Weka idadi yake yote.',
    corrected: 'Stoki ya “{{name}}” ilirekebishwa baada ya kuhesabiwa. Ihesabu tena, kisha hifadhi.',
    empty: 'Hakuna kilichohesabiwa bado. Hesabu kitu, au acha hesabu hii.',
    muchMissing:
      '{{quantity}} za “{{name}}” hazipo, thamani KSh {{value}}. Hesabu tena, au hifadhi ikiwa ni sahihi.',
    muchMore:
      '{{quantity}} za “{{name}}” zimezidi, thamani KSh {{value}}. Hesabu tena, au hifadhi ikiwa ni sahihi.',
  },
  queue: {
    unknown: 'Hati hii haipo kwenye skrini ya {{authority}}. Itafute kwenye Risiti.',
    notStuck: 'Hati inayoshindwa kila mara tu ndiyo huwekwa kando. Subiri majaribio mengine.',
    tooSoon: 'Jaribio la mwisho huenda bado liko njiani. Subiri sekunde {{seconds}}, kisha iweke kando.',
    busy: 'Kaunta inaituma hati hii au inauliza kuihusu. Jaribu tena baada ya muda mfupi.',
    arrived: '{{authority}} inayo hati hii tayari. Subiri Kaunta ipate saini.',
    setAside:
      'Meneja aliiweka kando kwenye skrini ya {{authority}}, kwa sababu {{authority}} ilishindwa nayo kila mara.',
    recordArrived: '{{authority}} inayo rekodi hii tayari. Kaunta itaisasisha baada ya muda mfupi.',
    untold:
      '{{authority}} haisemi kama inayo hati hii, kwa hiyo hakuna kilichobadilika. Jaribu tena baadaye.',
    causeChanged: 'Kiasi kinachokosekana kimebadilika. Kiangalie tena, kisha bonyeza kitufe.',
    reasonMissing: 'Sema bidhaa zilitoka wapi.',
    notRefused: '{{authority}} haijaikataa hati hii. Hati iliyokataliwa tu ndiyo hutumwa tena au kughairiwa.',
  },
  practice: { none: 'Duka hili linatumia {{authority}} halisi. Fungua duka la mazoezi kwa hili.' },
  profile: {
    unknown: 'Duka hili halipo tena kwenye kompyuta hii. Chagua lingine.',
    ownerThere:
      'Watu wa duka la mazoezi hawawezi kufanya mauzo halisi. Mwombe {{name}} afungue till na ahamie huko.',
    deviceInUse: 'Duka “{{name}}” tayari linatumia mlipa kodi na tawi hili. Tumia duka hilo.',
    deviceFixed:
      'Kifaa kimeanzishwa, kwa hiyo hili haliwezi kubadilika. Ongeza duka lingine kwa kifaa kingine.',
    practice: 'Duka la mazoezi halina muunganisho wa kurekebisha. Chagua duka lingine.',
  },
  act: {
    notAllowed: 'Mwenye duka haruhusu hili kwa kazi yako. Mwombe mwenye duka.',
    needsApproval: 'Mwenye ruhusa lazima aidhinishe hili. Jaribu tena na aingize nambari yake ya siri.',
  },
  approval: {
    own: 'Hakuna anayeweza kuidhinisha tendo lake mwenyewe. Chagua mwingine.',
    notTheirs: '{{name}} hawezi kuidhinisha hili. Chagua mwingine.',
    unusable: 'Idhini hii imetumika, ina zaidi ya dakika mbili, au ni ya kitu kingine. Omba nyingine.',
    keyNeedsNone: 'Ufunguo hauhitaji idhini. Tuma ombi bila idhini.',
  },
  unofficial: {
    credited: 'Pesa za {{number}} zilisharejeshwa. Chagua risiti nyingine.',
    requestReused: 'Karatasi nyingine, {{number}}, tayari ilitengenezwa kwa mauzo haya. Jaribu tena.',
  },
  proforma: {
    unknown: 'Hakuna proforma kama hiyo. Chagua moja kwenye orodha.',
  },
  training: {
    refused: 'Uko kwenye mafunzo. Yamalize kwanza.',
    already: 'Tayari uko kwenye mafunzo.',
    unknown: 'Hakuna risiti kama hiyo ya mafunzo.',
  },
  shift: {
    noneOpen: 'Hakuna zamu iliyo wazi. Fungua zamu kwenye skrini ya Zamu, kisha kamilisha mauzo.',
    alreadyOpen: 'Zamu {{number}} iko wazi, ya {{name}}. Uza ndani yake, au ifunge kwanza.',
    closed: '{{name}} amefunga zamu {{number}}. Fungua zamu mpya.',
    unknown: 'Hakuna zamu {{number}}. Chagua moja kwenye orodha.',
    requestReused: 'Hili lilishafanywa kwa thamani nyingine. Anza tena.',
    sumDiffers: 'Jumla si ya noti na sarafu. Acha mojawapo.',
    differs: 'Hesabu ni tofauti na inayotarajiwa kwenye droo. Hesabu tena, au andika maelezo na ufunge.',
    noMovement: 'Zamu {{number}} haina badiliko hilo la fedha. Chagua moja kwenye orodha.',
    figuresHidden: 'Meneja tu ndiye anaweza kuona jumla za zamu hii. Mwombe meneja azichapishe.',
    differenceLarge: 'Tofauti imezidi kikomo. Pata idhini, au funga zamu ili ikaguliwe.',
    nothingToReview: 'Zamu {{number}} haina cha kukaguliwa. Chagua zamu nyingine.',
  },
  user: {
    unknown: 'Mtu huyu hayupo tena. Chagua mwingine.',
    nameTaken: 'Mtu mwingine ana jina hili tayari. Ongeza jina la pili au herufi.',
    lastOwner: 'Huyu ndiye mwenye duka pekee. Mfanye mwingine kuwa mwenye duka kwanza.',
  },
  workspace: {
    hasOwner: 'Till hii ina mwenye duka tayari. Ifungue kwa nambari ya siri.',
    notEmpty: 'Kuna duka hapa tayari. Lifungue ili kuendelea.',
  },
}
