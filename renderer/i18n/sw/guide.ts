import type { guide as en } from '../en/guide.ts'
import type { Translated } from '../index.ts'

export const guide: Translated<typeof en> = {
  title: 'Msaada',
  search: 'Tafuta kwenye msaada',
  none: 'Hakuna ukurasa wenye “{{text}}”',
  noneText: 'Jaribu neno lingine, au maneno machache.',
  contents: 'Kurasa',
  keys: 'Vitufe',
  open: 'Fungua {{screen}}',
  unlock: 'Kuingia',
  firstRun: 'Kuanza',
  pages: {
    setUp: {
      title: 'Anzisha duka',
      steps: {
        1: '[firstRun:tryAct] hukuonyesha Kaunta kwanza. Hakuna mauzo halisi humo.',
        2: 'Kwa duka lako, gusa [firstRun:connectAct]. Andika jina lako na uchague nambari ya siri.',
        3: 'Andika jina la duka. Risiti iliyo kando huonyesha litakavyochapishwa.',
        4: 'Jaza maelezo yaliyoidhinishwa na {{authority}}, kisha gusa [firstRun:device.act].',
        5: 'Ongeza bidhaa chache na uchague printa. Gusa [firstRun:finish].',
      },
      note: 'Unaweza kufunga Kaunta katika hatua yoyote. Itaendelea hapo ikifunguliwa tena.',
    },
    moveShop: {
      title: 'Leta duka kutoka kompyuta nyingine',
      steps: {
        1: 'Unganisha diski yenye nakala za akiba.',
        2: 'Gusa [firstRun:restoreAct]. Andika jina lako na uchague nambari ya siri.',
        3: 'Gusa [firstRun:restore.choose], na uchague nakala mpya zaidi.',
        4: 'Linganisha PIN ya duka, risiti ya mwisho na mauzo ya mwisho na karatasi zako.',
        5: 'Andika nambari yako ya siri, na uguse [firstRun:restore.act].',
        6: 'Andika ufunguo wa kifaa. Kama huna, gusa [firstRun:later] na uuombe kwa {{authority}}.',
      },
      note: 'Zima kompyuta ile nyingine kwanza. Kompyuta mbili zisiuzie duka moja kwa kifaa kimoja.',
    },
    signIn: {
      title: 'Fungua till',
      steps: {
        1: 'Gusa jina lako.',
        2: 'Andika nambari yako ya siri, kisha gusa [unlock:unlock].',
        3: 'Ili kufunga till, gusa jina lako juu ya skrini.',
      },
      note: 'Mauzo yaliyo wazi yanabaki. Atakayefungua till baadaye ataendelea nayo.',
    },
    passcode: {
      title: 'Umesahau nambari ya siri',
      steps: {
        1: 'Mwambie mwenye duka. Hakuna anayeweza kusoma nambari ya siri, lakini yeye anaweza kuweka mpya.',
        2: 'Mwenye duka hufungua [common:screens.settings] → [settings:section.people] na kugusa jina lako.',
        3: 'Mwenye duka huandika nambari mpya ya siri na kugusa [settings:people.confirm].',
      },
      note: 'Kaunta husubiri muda mrefu zaidi kila nambari ya siri inapokosewa. Skrini huonyesha muda huo.',
    },
    sell: {
      title: 'Uza bidhaa',
      steps: {
        1: 'Skana barcode, au gusa bidhaa. Unaweza pia kuandika jina, nambari au bei yake.',
        2: 'Gusa + au − kwenye mstari ili kuongeza au kupunguza moja. Gusa idadi ili kuandika nyingine.',
        3: 'Gusa [sell:cart.void] ili kutoa mstari. [sell:voided.undo] huurudisha.',
        4: 'Gusa [sell:cart.pay].',
      },
      note: 'Andika 3* kabla ya kuskana ili kuongeza tatu. [sell:check.title] huonyesha bei bila kuongeza kitu.',
    },
    cash: {
      title: 'Pokea taslimu',
      steps: {
        1: 'Gusa [sell:cart.pay].',
        2: 'Gusa kiasi anachotoa mteja, au kiandike.',
        3: 'Gusa [payment:complete]. Kaunta huonyesha chenji.',
        4: 'Mpe mteja chenji na risiti. Kuskana tena huanza mauzo mapya.',
      },
      note: 'Mteja anaweza kulipa kwa njia mbili. Weka na upokee kiasi cha kwanza, kisha chagua njia nyingine. Ukiwasha [shift:settings.round], Kaunta huonyesha tofauti.',
    },
    mpesa: {
      title: 'Pokea M-PESA',
      steps: {
        1: 'Gusa [sell:cart.pay], kisha [payment:method.mobileMoney].',
        2: 'Subiri ujumbe wa M-PESA. Angalia jina na kiasi.',
        3: 'Andika nambari ya ujumbe kwenye [payment:reference.mobileMoney]. Unaweza kuiacha tupu.',
        4: 'Gusa [payment:complete].',
      },
      note: 'Kaunta hukuonya kama nambari hiyo imelipa mauzo mengine. Ili kuipokea tena, meneja anaingiza nambari ya siri.',
    },
    credit: {
      title: 'Uza kwa mkopo',
      steps: {
        1: 'Gusa [sell:cart.pay], kisha [payment:method.credit]. Huenda iko ndani ya [payment:more].',
        2: 'Gusa [payment:owing.name], kisha andika nambari ya simu, jina au PIN.',
        3: 'Mguse mteja. Kaunta huonyesha jinsi mauzo yanavyoathiri kikomo.',
        4: 'Gusa [payment:complete].',
      },
      note: 'Mteja anahitaji kikomo cha mkopo, ambacho meneja hukiweka kwenye Wateja. Zaidi ya hapo meneja lazima aidhinishe.',
    },
    buyer: {
      title: 'Weka PIN ya mnunuzi kwenye risiti',
      steps: {
        1: 'Gusa [sell:cart.buyer] kabla ya kupokea malipo.',
        2: 'Andika PIN, kama P051234567X. {{authority}} hutafuta jina.',
        3: 'Muulize mnunuzi kama jina ni sahihi, kisha gusa [sell:buyer.use].',
      },
      note: 'Kaunta haiwezi kuhakiki PIN wakati {{authority}} haipatikani. Msomee mnunuzi PIN hiyo.',
    },
    park: {
      title: 'Mhudumie mteja mwingine kwanza',
      steps: {
        1: 'Gusa [sell:cart.park].',
        2: 'Andika [sell:parked.name], kama “Meza 4”, au acha wazi. Gusa [sell:cart.park] tena.',
        3: 'Mhudumie mteja mwingine.',
        4: 'Gusa [sell:cart.parked], chagua mauzo, kisha gusa [sell:parked.take].',
      },
    },
    hubParked: {
      title: 'Endelea na mauzo ya till nyingine',
      steps: {
        1: 'Till za kitovu kimoja hushirikiana mauzo yaliyowekwa kando. Gusa [sell:cart.parked] kwenye till yoyote.',
        2: 'Kila mauzo husema till yake na nani aliyaweka. Chagua moja, kisha gusa [sell:parked.take].',
        3: 'Sasa yamo kwenye till hii, na till nyingine haiwezi kuyachukua. Till nyingine ikitangulia, orodha husema nani.',
        4: 'Kitovu kisipojibu, mauzo ya till hii tu yanaonekana. Uliza kwenye till nyingine kabla ya kuyachukua.',
      },
      note: 'Mauzo yanayorudisha bidhaa za risiti hubaki kwenye till yake.',
    },
    proforma: {
      title: 'Chapisha proforma',
      steps: {
        1: 'Weka bidhaa kwenye mauzo, kisha gusa [sell:cart.park].',
        2: 'Gusa [sell:proforma.make]. Huchapishwa, na mauzo hubaki wazi.',
        3: 'Baadaye, gusa [sell:cart.parked], kisha [sell:proforma.title].',
        4: 'Tafuta nambari yake au mnunuzi, kisha gusa [sell:proforma.take].',
      },
      note: 'Proforma si risiti. Mauzo huwa na bei za leo, na Kaunta husema zipi zimebadilika.',
    },
    training: {
      title: 'Fundisha keshia mpya',
      steps: {
        1: 'Gusa nukta tatu karibu na [sell:check.title], kisha [sell:training.start]. Keshia anahitaji idhini.',
        2: 'Skrini hupata fremu ya zambarau na neno [common:frame.training]. Uza, chapisha na urejeshe kama kawaida.',
        3: 'Gusa [common:frame.endTraining] juu ya skrini. Mauzo yaliyokuwa wazi yanarudi.',
      },
      note: 'Mafunzo hayabadilishi stoki, fedha wala jumla, na hakuna kinachotumwa kwa {{authority}}. Karatasi zake husema TRAINING; X na Z huzihesabu kando. Huisha pia till ikifungwa.',
    },
    discount: {
      title: 'Toa punguzo',
      steps: {
        1: 'Chagua mstari, kisha gusa [sell:cart.discount].',
        2: 'Chagua [sell:discount.onLine] au [sell:discount.onSale].',
        3: 'Weka asilimia au shilingi, kisha thibitisha.',
        4: 'Kwa bei nyingine ya moja, meneja hugusa [sell:cart.price].',
      },
      note: 'Mwenye duka huweka kikomo cha punguzo la keshia. Zaidi linahitaji meneja.',
    },
    unknown: {
      title: 'Barcode haijulikani',
      steps: {
        1: 'Kaunta huonyesha [sell:unknown.title] na haiongezi kitu kwenye mauzo.',
        2: 'Keshia hugusa [sell:unknown.dismiss] na kumwambia meneja.',
        3: 'Meneja hugusa [sell:unknown.create] na kujaza jina, bei na stoki.',
        4: 'Meneja hugusa [items:form.saveNew], kisha [items:form.backToSell].',
      },
    },
    otherItem: {
      title: 'Uza bidhaa isiyo kwenye orodha',
      steps: {
        1: 'Gusa + juu ya bidhaa, au bonyeza Shift+F2.',
        2: 'Andika jina, bei na idadi, na uchague bidhaa au huduma.',
        3: 'Chagua aina ya {{authority}}. Inaweza kupendekeza herufi ya kodi; ihakikishe.',
        4: 'Bonyeza F9. Bidhaa inakuwa kwenye orodha kuanzia sasa, na kwenye mauzo.',
      },
      note: 'Huenda meneja akahitaji kuidhinisha. Ukiacha mauzo, bidhaa hubaki stoki: zihesabu baadaye.',
    },
    arrange: {
      title: 'Panga skrini ya Uza',
      steps: {
        1: 'Gusa kalamu ([sell:arrange.open]), kisha [sell:arrange.newPage].',
        2: 'Upe ukurasa jina, na uongeze bidhaa kutoka kwenye orodha.',
        3: 'Buruta bidhaa kwa mpangilio wako. Vitufe vya mishale pia huzisogeza.',
        4: 'Gusa [sell:arrange.done].',
      },
      note: '[sell:arrange.colours] huipa kila kundi rangi.',
    },
    receipt: {
      title: 'Tafuta na uchapishe risiti',
      steps: {
        1: 'Andika nambari, kiasi, jina au nambari ya M-PESA. Au skana QR iliyo kwenye karatasi.',
        2: 'Gusa risiti.',
        3: 'Gusa [receipts:action.print]. Ya kwanza kuchapishwa ni halisi, na zinazofuata ni nakala.',
      },
      note: 'Kwenye Uza, [sell:last.receipt] (Ctrl+P) hufungua ya mwisho. Mauzo yaliyo wazi yanasubiri.',
    },
    refund: {
      title: 'Rudisha pesa kwa mteja',
      steps: {
        1: 'Tafuta risiti kwenye [common:screens.receipts] na uiguse.',
        2: 'Gusa [receipts:action.credit].',
        3: 'Weka idadi ya kila bidhaa iliyorudi. [receipts:credit.all] huchukua mauzo yote.',
        4: 'Chagua sababu, na kama bidhaa zinarudi kwenye rafu.',
        5: 'Gusa [receipts:credit.confirm]. Mpe mteja pesa na hati ya marejesho.',
      },
      note: 'Till yenye kitovu cha tawi hurejesha pia kilichouzwa na till nyingine. Andika nambari nzima, au changanua risiti. Kitovu kisipojibu, rejesha kwenye till iliyouza.',
    },
    exchange: {
      title: 'Badilisha bidhaa',
      steps: {
        1: 'Tafuta risiti kwenye [common:screens.receipts] na uiguse. Kisha gusa [receipts:action.credit].',
        2: 'Weka idadi ya kila bidhaa iliyorudi, na sababu. Gusa [receipts:credit.exchange].',
        3: 'Uza huonyesha bidhaa zilizorudishwa juu ya zile mpya. Skana bidhaa mpya.',
        4: 'Gusa [sell:cart.pay]. Pokea tofauti, au chagua njia ya kuirudisha: taslimu, M-PESA au kadi.',
        5: 'Mpe mteja karatasi zote mbili: hati ya marejesho na risiti.',
      },
      note: 'Deni lililobaki la mauzo ya awali hupunguzwa kwanza.',
    },
    changePayment: {
      title: 'Badilisha njia ya malipo ya mauzo',
      steps: {
        1: 'Tafuta risiti kwenye [common:screens.receipts] na uiguse.',
        2: 'Gusa [receipts:payment.change].',
        3: 'Chagua jinsi mteja alivyolipa kweli. [receipts:payment.add] ni ya njia mbili.',
        4: 'Gusa [receipts:payment.save].',
      },
      note: 'Unaweza kufanya hivi hadi siku iishe, na si baada ya kurejesha pesa. {{authority}} hubaki na njia ya kwanza.',
    },
    report: {
      title: 'Chapisha ripoti ya siku',
      steps: {
        1: 'Chagua siku kwenye [common:screens.receipts].',
        2: 'Gusa [receipts:report.title].',
        3: 'Gusa [receipts:report.print] kwa karatasi, au [receipts:report.pdf] kwa faili.',
      },
      note: 'Unaweza kuchapisha ripoti mara nyingi upendavyo.',
    },
    customers: {
      title: 'Ongeza mteja',
      steps: {
        1: 'Gusa [customers:add].',
        2: 'Andika jina na nambari ya simu. Andika PIN kwa mteja aliye nayo tu.',
        3: 'Meneja huweka [customers:limit], ikiwa mteja anaruhusiwa kununua kwa mkopo.',
        4: 'Gusa [customers:form.save].',
      },
      note: 'Unaweza kutafuta nambari ya simu kama 07…, 01… au +254….',
    },
    debts: {
      title: 'Pokea malipo ya deni',
      steps: {
        1: 'Gusa [customers:filter.owing], kisha mteja.',
        2: 'Gusa [customers:pay] na uweke kiasi. Hulipa kwanza mauzo ya zamani ya till hii, kisha ya till nyingine.',
        3: 'Kwa mauzo mengine gusa [customers:payment.chosen] na uyachague.',
        4: 'Chagua jinsi mteja anavyolipa, kisha gusa [customers:payment.save].',
        5: 'Gusa [customers:printSlip]. Karatasi hiyo si risiti ya kodi.',
      },
      note: '[customers:statement] huonyesha mauzo na malipo yote ya kipindi. Unaweza kuichapisha au kuituma kama PDF.',
    },
    mergeCustomers: {
      title: 'Unganisha wateja wawili ambao ni mmoja',
      steps: {
        1: 'Mguse mteja atakayeondoka, kisha nukta tatu, kisha [customers:merge].',
        2: 'Mtafute mteja atakayebaki, na umguse.',
        3: 'Gusa kitufe kilicho chini.',
      },
      note: 'Mauzo, malipo na madeni huhamia kwa mteja anayebaki. Hakuna kinachofutwa.',
    },
    shift: {
      title: 'Fungua zamu, na uhamishe fedha',
      steps: {
        1: 'Gusa [shift:open], na uweke noti na sarafu ngapi ziko kwenye droo.',
        2: 'Gusa [shift:open] tena. Kila anayeuza kwenye till hii sasa anauza katika zamu hii.',
        3: 'Kwa fedha inayoingia au kutoka, gusa [shift:cash.payIn], [shift:cash.payOut] au [shift:cash.drop].',
        4: 'Weka kiasi na sababu, kisha gusa [shift:cash.save]. Unaweza kuchapisha karatasi.',
      },
      note: 'Ripoti X inaonyesha jumla hadi sasa. Unaweza kuichapisha mara nyingi upendavyo.',
    },
    closeShift: {
      title: 'Funga zamu',
      steps: {
        1: 'Gusa [shift:close.act], na uhesabu fedha iliyo kwenye droo.',
        2: 'Gusa [shift:close.next]. Kaunta inaonyesha tofauti.',
        3: 'Fedha ikitofautiana, hesabu tena au andika maelezo.',
        4: 'Gusa [shift:close.act], kisha chapisha ripoti Z.',
      },
      note: 'Zamu hufungwa bila mtandao. Mauzo yaliyowekwa kando na yanayosubiri {{authority}} yanabaki.',
    },
    addItem: {
      title: 'Ongeza bidhaa mpya',
      steps: {
        1: 'Gusa [items:new].',
        2: 'Andika jina na bei pamoja na VAT. Skana barcode kwenye sehemu yake.',
        3: 'Chagua [items:form.tax]. Kama huna uhakika, muulize mhasibu.',
        4: 'Chagua [items:form.itemClass]. {{authority}} inaihitaji.',
        5: 'Hesabu bidhaa na uweke [items:form.opening]. Gusa [items:form.saveNew], au [items:form.saveNext].',
      },
      note: 'Unaweza kuiuza mara moja. Kaunta huisajili kwa {{authority}} yenyewe.',
    },
    importList: {
      title: 'Leta orodha ya bidhaa',
      steps: {
        1: 'Weka majina ya safu kwenye mstari wa kwanza wa spreadsheet. Ihifadhi kama XLSX au CSV UTF-8.',
        2: 'Gusa [items:import.open], kisha [items:import.choose].',
        3: 'Angalia kila safu chini ya [items:import.columns], na kila maandishi chini ya [items:import.letters].',
        4: 'Soma mfano. Huonyesha kila badiliko, na kila mstari usioweza kuletwa. [items:import.saveFailed] huhifadhi mistari hiyo pamoja na sababu.',
        5: 'Gusa [items:import.confirm_other].',
      },
      note: 'Unaweza kuleta orodha ile ile tena. Kaunta haiongezi bidhaa mara mbili.',
    },
    bulkChange: {
      title: 'Badilisha bei za bidhaa nyingi',
      steps: {
        1: 'Kwenye Bidhaa tafuta au chuja orodha. Gusa nukta tatu, kisha [bulk:open].',
        2: 'Chagua [bulk:what]: bei, herufi ya kodi, kundi au kiwango cha stoki ndogo. Andika thamani mpya.',
        3: 'Chagua [bulk:which] kwa bidhaa chache zaidi. Gusa bidhaa kwenye mfano ili kuitoa.',
        4: 'Angalia thamani mpya. Kisha gusa [bulk:confirm_other].',
      },
      note: 'Unaweza kutendua badiliko chini ya [imports:title], kwenye nukta tatu zile zile.',
    },
    undoImport: {
      title: 'Tendua orodha iliyoletwa',
      steps: {
        1: 'Kwenye Bidhaa gusa nukta tatu, kisha [imports:title].',
        2: 'Gusa orodha iliyokosewa. Unaona ilichofanya kwa kila bidhaa.',
        3: 'Gusa [imports:undo.open]. Soma mfano: huonyesha kila thamani inayorudi, na kila inayobaki.',
        4: 'Gusa [imports:undo.confirm_other].',
      },
      note: 'Thamani iliyobadilishwa baadaye inabaki. Bidhaa iliyoongezwa na orodha haiuzwi tena; mauzo na stoki yake yanabaki. Leta orodha tena kuirudisha.',
    },
    exportList: {
      title: 'Hamisha orodha kwenda spreadsheet',
      steps: {
        1: 'Fungua skrini yenye orodha, kisha uchuje orodha unavyohitaji.',
        2: 'Gusa [exporting:open], kisha uchague aina ya faili.',
        3: 'Gusa [exporting:start]. Hifadhi faili unapotaka.',
        4: 'Ukitaka, badilisha bidhaa kwenye spreadsheet yako, kisha ulete faili chini ya [items:import.open].',
      },
      note: 'Mameneja wanaweza kuhamisha. Kila uhamisho huandikwa chini ya [common:screens.activity].',
    },
    labels: {
      title: 'Chapisha lebo za bei na barcode',
      steps: {
        1: 'Kwenye Bidhaa gusa nukta tatu, kisha [labels:open]. Utafutaji au kichujio huweka bidhaa zake kwenye orodha. Mapokezi yana [labels:open] pia.',
        2: 'Skana bidhaa zaidi, au gusa [labels:unlabelled] au [labels:since].',
        3: 'Andika lebo ngapi kwa kila bidhaa. [labels:give] hutengeneza barcode kwa bidhaa zisizo nayo.',
        4: 'Chagua [labels:format]. Kama karatasi si mpya, andika [labels:start].',
        5: 'Gusa [labels:print]. Chagua printa ya lebo, ukubwa uleule wa karatasi, bila pambizo, na asilimia 100.',
        6: 'Printa ya risiti pia inaweza kuchapisha lebo: ipe matumizi [settings:printer.own.uses.labels] katika Mipangilio, kisha uichague kama [labels:format].',
      },
      note: 'Kaunta haitoi kamwe barcode ambayo mizani yako huchapisha. Skana lebo moja kabla ya kuchapisha nyingi.',
    },
    classes: {
      title: 'Chagua aina za {{authority}}',
      steps: {
        1: 'Gusa [items:classes.open].',
        2: 'Chagua moja kwa kila kundi. [items:classes.takeProposals] hujaza mapendekezo.',
        3: 'Gusa [items:classes.confirm_other].',
      },
      note: 'Kichujio [items:filter.classNotChosen] huonyesha bidhaa ambazo hazina bado.',
    },
    lookItem: {
      title: 'Angalia bidhaa',
      steps: {
        1: 'Skana bidhaa, au andika jina au nambari yake.',
        2: 'Iguse. Utaona bei, herufi ya kodi na stoki yake.',
      },
      note: 'Meneja pekee ndiye hubadilisha bidhaa.',
    },
    receive: {
      title: 'Pokea bidhaa dukani',
      steps: {
        1: 'Gusa [stock:adjust].',
        2: 'Chagua [stock:kind.received].',
        3: 'Skana kila bidhaa, au andika jina lake. Weka idadi iliyofika.',
        4: 'Andika nambari ya hati ya usafirishaji kwenye [stock:form.remark].',
        5: 'Gusa [stock:form.save_other].',
      },
    },
    count: {
      title: 'Hesabu stoki',
      steps: {
        1: 'Chagua [stock:tabs.counts], gusa [stock:count.start], na uchague bidhaa. Kwa rafu moja chagua [stock:count.scope.list], kisha skana bidhaa zake.',
        2: 'Skana kila bidhaa, au andika jina lake. Weka idadi iliyo kwenye rafu. Watu kadhaa wanaweza kuhesabu pamoja, hata wengine wakiuza.',
        3: '[stock:count.show.missing] huonyesha ambazo hakuna aliyehesabu bado. [stock:count.printSheet] huzichapisha, ili zihesabiwe kwa mkono.',
        4: '[stock:count.show.differing] huonyesha kila tofauti na kinachoweza kuieleza. [stock:count.again] huanza bidhaa upya.',
        5: 'Gusa [stock:count.book]. Stoki itakuwa kama ilivyohesabiwa, na {{authority}} hupata tofauti.',
      },
      note: 'Kabla ya kuhifadhi tofauti kubwa Kaunta huuliza tena. Mwenye duka huchagua ipi ni kubwa katika [common:screens.settings] → [settings:section.selling].',
    },
    adjust: {
      title: 'Rekebisha stoki ya bidhaa chache',
      steps: {
        1: 'Gusa [stock:adjust], na uchague [stock:kind.count].',
        2: 'Skana kila bidhaa, na uweke idadi iliyo kwenye rafu.',
        3: 'Gusa [stock:form.save_other]. Kaunta huandika tofauti.',
      },
      note: 'Kwa bidhaa ambazo hazipo tena, chagua [stock:kind.lost] au [stock:kind.wasted]. Kwa bidhaa ambazo duka linazitumia, chagua [stock:kind.ownUse].',
    },
    levels: {
      title: 'Angalia stoki iliyopo',
      steps: {
        1: 'Skana bidhaa, au andika jina au nambari yake.',
        2: '[stock:filter.low] huonyesha bidhaa zilizofika kiwango cha onyo. [stock:filter.runsOut] huonyesha zitakazoisha ndani ya siku fulani, kwa kasi inayouzwa sasa. [stock:filter.unsold] huonyesha bidhaa ambazo hakuna anayenunua.',
        3: 'Chagua mpangilio, kwa mfano [stock:order.lasts].',
        4: 'Gusa bidhaa. Utaona jinsi inavyouzwa, stoki yake ya siku 90, maagizo yaliyo wazi, na kila badiliko na hati yake.',
      },
      note: 'Meneja pekee ndiye hurekebisha stoki. Ikiwa {{authority}} ina zaidi au pungufu na hakuna kinachosubiri, meneja hugusa [stock:settle.open] hapo. Bidhaa za till ya tawi hili isiyounganishwa na yako si tofauti.',
    },
    hubStock: {
      title: 'Soma stoki ya tawi',
      steps: {
        1: 'Till za kitovu kimoja zina stoki moja. [common:screens.stock] huonyesha yote ambayo till zote zimebadilisha.',
        2: 'Mauzo ya till nyingine hubadilisha stoki hapa ndani ya sekunde chache.',
        3: 'Kitovu kisipojibu, skrini husema stoki ni ya saa ngapi. Mauzo ya till hii yamo, ya till nyingine hayamo.',
        4: 'Hesabu wakati till zote zinawasiliana. Hesabu hutaja till ambazo hazijasikika.',
      },
      note: 'Till mbili zinaweza kuuza kipande cha mwisho kwa wakati mmoja. Mauzo yote mawili hubaki, na stoki huwa -1.',
    },
    order: {
      title: 'Agiza bidhaa zinazoisha',
      steps: {
        1: 'Gusa [stock:tabs.orders]. Kaunta huorodhesha zinazoisha kabla agizo halijafika.',
        2: 'Chagua msambazaji, muda ambao maagizo yake huchukua, na muda ambao bidhaa zitoshe.',
        3: 'Badilisha idadi. Futa idadi ili kuacha bidhaa; skana bidhaa ili kuiongeza.',
        4: 'Gusa [orders:make], kisha [orders:print]. Bidhaa zimeagizwa.',
        5: 'Bidhaa zikifika, gusa [orders:takeIn] na uweke gharama zake. Kisha gusa [orders:received].',
      },
      note: 'Idadi ni zitakazouzwa hadi agizo lifike na kwa muda zinapotakiwa kutosha, pamoja na siku za akiba, ukitoa zilizo kwenye stoki na zilizoagizwa. Huagizwa katoni nzima pale Kaunta inapozijua.',
    },
    deliver: {
      title: 'Pokea bidhaa za msambazaji',
      steps: {
        1: 'Gusa ankara. [purchases:fetch] hutafuta mpya.',
        2: 'Chagua bidhaa ya kila mstari mpya. Kaunta huikumbuka kwa msambazaji huyo.',
        3: 'Katoni ya 24 ni vipande 24: andika 24 kando ya mstari mara moja.',
        4: 'Skana kila kipande, au andika zilizofika. [purchases:invoice.everything] hujaza zilizobaki.',
        5: 'Meneja hugusa [purchases:invoice.deliver], na kuchapisha hati.',
      },
      note: '{{authority}} hupokea ankara nzima tu. Bidhaa zikipungua, mwombe msambazaji hati ya marejesho. Meneja anaweza kukataa ankara isiyo yako.',
    },
    customs: {
      title: 'Bidhaa kutoka nje',
      steps: {
        1: 'Gusa [purchases:tabs.customs]. [purchases:fetch] hutafuta bidhaa mpya.',
        2: 'Gusa bidhaa, kisha chagua ni bidhaa yako gani.',
        3: 'Kwa katoni ya 24 andika 24 kwenye [customs:entry.units]. Kaunta hukumbuka yote mawili kwa msambazaji huyu.',
        4: 'Sahihisha [customs:entry.unitCost] ukijua kodi ya forodha na usafiri.',
        5: 'Gusa [customs:entry.approve]: bidhaa zinaingia kwenye stoki, na {{authority}} inaambiwa.',
        6: 'Kama bidhaa si zako, gusa [customs:entry.reject] na useme kwa nini.',
      },
      note: 'Usiandike bidhaa hizi mwenyewe tena: zingeingia kwenye stoki mara mbili. {{authority}} ikikataa uamuzi wako, skrini ya {{authority}} husema kwa nini.',
    },
    enterDelivery: {
      title: 'Bidhaa bila ankara',
      steps: {
        1: 'Gusa [purchases:byHand].',
        2: 'Andika msambazaji. Kwa bidhaa kutoka nje zisizo kwenye [purchases:tabs.customs] chagua [purchases:enter.imported].',
        3: 'Skana kila bidhaa. Andika kiasi na gharama ya moja.',
        4: 'Gusa [purchases:enter.save].',
      },
      note: 'Kaunta hutunza gharama ya mwisho na ya wastani ya kila bidhaa. Mameneja tu huziona.',
    },
    receiveTransfer: {
      title: 'Bidhaa kutoka tawi lingine',
      steps: {
        1: 'Fungua [common:screens.stock] → [stock:tabs.transfers]. [transfers:fetch] hutafuta mpya.',
        2: 'Gusa tawi. Chagua bidhaa ya kila mstari usio nayo; Kaunta huikumbuka.',
        3: 'Skana kila kipande, au andika zilizofika. [transfers:arrival.everything] hujaza zilizobaki.',
        4: 'Meneja hugusa [transfers:arrival.receive].',
      },
      note: 'Zilizofika tu ndizo zinaingia kwenye stoki. Zilizopungua hubaki kwenye [transfers:which.differing]: mwambie mtumaji. {{authority}} ikiwa haina orodha, meneja hugusa [transfers:byHand].',
    },
    sendTransfer: {
      title: 'Tuma bidhaa kwa tawi lingine',
      steps: {
        1: 'Fungua [common:screens.stock] → [stock:tabs.transfers], kisha gusa [transfers:send].',
        2: 'Chagua tawi. Skana kila bidhaa na uandike ngapi.',
        3: 'Gusa [transfers:goods.save.send]. Bidhaa zinatoka kwenye stoki ya hapa.',
        4: 'Gusa [transfers:transfer.print], kisha mpe dereva hati.',
      },
      note: '[transfers:tabs.out] huonyesha kama {{authority}} ina kila uhamisho. Tawi lingine hupokea bidhaa kwenye till yake.',
    },
    offline: {
      title: '{{authority}} haipatikani',
      steps: {
        1: 'Endelea kuuza. Kaunta huhifadhi kila mauzo.',
        2: 'Mpe mteja hati. Risiti yenye saini inaweza kufuata.',
        3: 'Usifanye lingine. Kaunta hutuma kila mauzo kwa mpangilio {{authority}} ikirudi.',
        4: '[queue:action.tryNow] hujaribu mara moja.',
      },
      note: '[common:state.unknown] maana yake ni jibu limepotea. Usiuze tena: Kaunta huiuliza {{authority}} kwanza.',
    },
    rejected: {
      title: '{{authority}} imekataa risiti',
      steps: {
        1: 'Angalia chini ya [queue:causes.toFix]. Mauzo yenye sababu moja yako pamoja.',
        2: 'Meneja hugusa kitufe cha sababu hiyo, kama [queue:solve.addStock_other].',
        3: 'Kisha Kaunta hutuma mauzo hayo tena.',
        4: '[queue:causes.details] huonyesha kila mauzo na ujumbe wa {{authority}}.',
      },
      note: 'Mauzo yamehifadhiwa. Ghairi hati ikiwa tu utauza upya.',
    },
    activity: {
      title: 'Angalia nani alifanya nini',
      steps: {
        1: 'Chagua aina, kama [audit:filter.void] au [audit:filter.refund].',
        2: 'Kila mstari huonyesha wakati, mtu, tendo na kiasi.',
        3: '[audit:proof] huonyesha kama mtu alibadilisha rekodi nje ya Kaunta.',
      },
    },
    settings: {
      title: 'Tafuta mpangilio wa till',
      steps: {
        1: 'Andika neno kwenye [settings:search], kama lugha au rangi.',
        2: 'Gusa mstari wake. Huonyesha thamani ya sasa.',
        3: 'Badilisha thamani, na uguse [settings:save] unapokiona kitufe hicho.',
      },
      note: '[settings:section.look] hubadilisha lugha na rangi. Mipangilio mingi mingine ni ya mwenye duka.',
    },
    people: {
      title: 'Ongeza mtu mpya',
      steps: {
        1: 'Fungua [common:screens.settings] → [settings:section.people].',
        2: 'Gusa [settings:people.add].',
        3: 'Andika jina, chagua kazi, na mwache mtu huyo achague nambari ya siri.',
        4: 'Gusa [settings:people.confirm].',
      },
      note: 'Mtu akiacha kazi, gusa jina lake na uzime [settings:people.active].',
    },
    rights: {
      title: 'Amua nani anaweza nini',
      steps: {
        1: 'Fungua [common:screens.settings] → [settings:section.approvals].',
        2: 'Chagua kwa kila tendo na kazi: [approval:right.allowed], [approval:right.approval] au [approval:right.no].',
        3: 'Gusa [settings:save].',
      },
      note: 'Matukio huonyesha kila badiliko, na kila idhini pamoja na majina yote mawili. Keshia anaweza kurekebisha kila wakati mstari alioongeza sasa hivi.',
    },
    approve: {
      title: 'Pata idhini ya tendo moja',
      steps: {
        1: 'Endelea kama kawaida. Tendo likihitaji idhini, dirisha hufunguka juu ya mauzo.',
        2: 'Meneja anagusa jina lake na sababu, kisha anaingiza nambari ya siri.',
        3: 'Meneja anagusa [approval:approve]. Kaunta hufanya tendo hilo moja, na wewe unabaki umeingia.',
      },
      note: 'Kama hakuna wa kuidhinisha sasa, funga dirisha. Hakuna kinachofanyika, na mauzo yanabaki yalivyo. Bidhaa zilizotolewa kwa idhini hazirudishwi.',
    },
    tenders: {
      title: 'Ongeza njia ya kulipa',
      steps: {
        1: 'Fungua [common:screens.settings] → [settings:section.tenders].',
        2: 'Gusa [settings:tenders.add]. Andika jina na aina yake, na uchague kama inahitaji kumbukumbu.',
        3: 'Isogeze kwa mishale. Tatu za kwanza huonekana kwenye malipo, nyingine chini ya [payment:more].',
        4: 'Gusa [settings:save].',
      },
      note: 'Iliyohifadhiwa hubaki kwenye orodha, kwa sababu risiti huitaja. Zima [settings:tenders.on] badala yake.',
    },
    paper: {
      title: 'Badilisha risiti',
      steps: {
        1: 'Fungua [common:screens.settings] → [settings:section.shop].',
        2: 'Andika jina, anwani na simu ya duka. Mfano huonyesha risiti.',
        3: 'Gusa [settings:save].',
        4: '[settings:section.printer] huweka mahali risiti zinachapishwa.',
      },
    },
    printer: {
      title: 'Chagua na ujaribu printa',
      steps: {
        1: 'Fungua [common:screens.settings] → [settings:section.printer].',
        2: 'Chagua [settings:printer.direct] kwa printa ya kaunta, kisha [settings:printer.own.find].',
        3: 'Chagua printa, ipe jina, sema matumizi yake, kisha gusa [settings:printer.own.save].',
        4: 'Gusa [settings:printer.test]. Subiri karatasi, kisha gusa [settings:printer.yes].',
        5: 'Gusa [settings:save].',
      },
      note: 'Kama hakuna kinachochapishwa, angalia umeme, karatasi na waya. Printa mpya huonekana baada ya [settings:printer.refresh].',
    },
    drawer: {
      title: 'Unganisha droo ya pesa',
      steps: {
        1: 'Chomeka waya wa droo kwenye printa ya risiti.',
        2: 'Fungua [common:screens.settings] → [settings:section.printer], kisha chagua printa.',
        3: 'Washa [settings:printer.own.drawer], kisha gusa [settings:printer.own.save].',
        4: 'Kwenye [settings:section.tenders], chagua malipo yanayofungua droo.',
        5: 'Kuifungua bila mauzo, gusa [shift:cash.noSale] kwenye [common:screens.shift].',
      },
      note: 'Kuweka na kutoa pesa pia huifungua. Droo isiyoweza kufunguka ndani ya sekunde 5 hubaki imefungwa; haifunguki baadaye.',
    },
    papers: {
      title: 'Printa inaposimama',
      steps: {
        1: 'Soma upau wa juu. Unataja printa na kusema la kufanya, kama roli mpya.',
        2: 'Endelea kuuza. Karatasi zinasubiri, na zitachapishwa kwa mpangilio printa ikiweza.',
        3: 'Kaunta ikiuliza kama karatasi ilitoka, angalia, kisha gusa [settings:printer.job.yes] au [settings:printer.job.no].',
        4: 'Kuchapisha kwingine, gusa [settings:printer.job.title] na uchague printa nyingine.',
      },
      note: 'Risiti halisi haiwezi kuchapishwa mara mbili hivi. Karatasi huchapishwa tena tu mtu akisema haikutoka.',
    },
    display: {
      title: 'Mwonyeshe mteja mauzo yake',
      steps: {
        1: 'Unganisha skrini ya pili kwenye kompyuta, na uielekeze kwa mteja.',
        2: 'Fungua [common:screens.settings] → [settings:section.display].',
        3: 'Gusa [settings:display.open].',
        4: 'Kwenye kivinjari: sogeza dirisha jipya kwenye skrini hiyo, kisha bonyeza F11.',
        5: 'Kuonyesha picha kati ya mauzo, gusa [settings:display.choose].',
      },
      note: 'Skrini inaonyesha bidhaa, jumla, chenji na QR ya risiti; kamwe si jina wala PIN. Inafutika mauzo yanapoisha, yanapowekwa kando, au till inapofungwa.',
    },
    scale: {
      title: 'Pima bidhaa kwa mizani iliyounganishwa',
      steps: {
        1: 'Unganisha mizani, kisha fungua [common:screens.settings] → [settings:section.serial].',
        2: 'Chagua [settings:serial.scalePort] na [settings:serial.kind]. Weka mizani kama maandishi ya chini yanavyosema.',
        3: 'Gusa [settings:save], kisha [settings:serial.weigh].',
        4: 'Kwenye [common:screens.sell]: gusa bidhaa za kupimwa, ziweke kwenye mizani, kisha gusa [sell:quantity.weigh].',
      },
      note: 'Kaunta huchukua uzito uliotulia tu. Bidhaa huuzwa kwa uzito kama kipimo chake ni kg au g.',
    },
    pole: {
      title: 'Onyesha bei kwenye onyesho la bei',
      steps: {
        1: 'Unganisha onyesho la bei, kisha fungua [common:screens.settings] → [settings:section.serial].',
        2: 'Chagua [settings:serial.polePort] na [settings:serial.baud].',
        3: 'Gusa [settings:save], kisha [settings:serial.show].',
      },
      note: 'Onyesho la bei linaonyesha bidhaa na bei, kisha jumla na chenji. Linafutika till inapofungwa.',
    },
    restore: {
      title: 'Rudisha nakala ya akiba',
      steps: {
        1: 'Fungua [common:screens.settings] → [settings:section.backup].',
        2: 'Gusa [recovery:restore.act] kando ya nakala. Kwa faili lililo kwingine, tumia [recovery:restore.file].',
        3: 'Kaunta hukagua nakala. Soma yaliyomo na yanayoweza kupotea.',
        4: 'Andika nambari yako ya siri, na uguse [recovery:restore.confirm].',
      },
      note: 'Kaunta hutunza faili la sasa, hutengeneza nakala yenyewe, na hukagua kila nakala.',
    },
    connect: {
      title: 'Unganisha duka na {{authority}}',
      steps: {
        1: 'Uwe na idhini ya {{authority}}: PIN ya duka, nambari ya tawi na nambari ya serial ya kifaa.',
        2: 'Fungua [common:screens.settings] → [settings:section.profiles].',
        3: 'Gusa [settings:profiles.connect], na ujaze maelezo.',
        4: 'Gusa [settings:profiles.switch] kwenye duka jipya.',
        5: 'Fungua [settings:section.device], na uguse [settings:device.initialise].',
      },
      note: 'Kifaa huanzishwa mara moja tu. Kama kilianzishwa kwingine, tumia [settings:device.restore].',
    },
    practice: {
      title: 'Duka la mazoezi',
      steps: {
        1: 'Fungua [common:screens.settings] → [settings:section.profiles].',
        2: 'Gusa [settings:profiles.createPractice].',
        3: 'Gusa [settings:profiles.switch] ili kufanya mazoezi. Mpaka wa milia maana yake hakuna kilicho halisi.',
        4: '[settings:section.outage] huifanya {{authority}} ishindwe, ili uone kinachotokea.',
      },
      note: 'Usiwauzie wateja kwenye duka la mazoezi.',
    },
    software: {
      title: 'Unganisha programu nyingine',
      steps: {
        1: 'Fungua [common:screens.settings] → [settings:section.software].',
        2: 'Washa [settings:software.switch].',
        3: 'Gusa [settings:software.mint] na utaje programu. Nakili ufunguo na anwani kwenye programu hiyo.',
        4: '[settings:software.description] huwaeleza watengenezaji programu jinsi ya kuitumia.',
      },
      note: 'Aliye na ufunguo anaweza kuuza kwa jina la duka hili. [settings:software.revoke] huukomesha.',
    },
    hubComputer: {
      title: 'Fanya kompyuta iwe kitovu',
      steps: {
        1: 'Chagua kompyuta inayowashwa duka likiwa wazi. Fungua [common:screens.settings] → [settings:section.hub] hapo.',
        2: 'Mwenye duka anagusa [hub:computer.start]. Mara ya kwanza huchukua sekunde kadhaa.',
        3: 'Gusa [hub:computer.link] ili kuunganisha till ya kompyuta hii.',
        4: 'Kwenye kila till nyingine gusa [hub:link.pair], na uandike anwani na msimbo.',
      },
      note: 'Kitovu huanza na kuisha pamoja na Kaunta ya kompyuta hii. Programu nyingine ikitumia mlango wake, skrini husema.',
    },
    hubDay: {
      title: 'Soma siku ya tawi',
      steps: {
        1: 'Fungua [common:screens.settings] → [settings:section.hub] kwenye till iliyounganishwa, na uguse [hub:day.title].',
        2: 'Chagua siku. Karatasi ina jumla za till zote, njia za kulipa, kodi, malipo ya madeni, fedha zilizoingia na kutoka, wauzaji na zamu.',
        3: 'Till ambayo haijasikika tangu wakati fulani hutajwa. Huenda imeuza zaidi.',
        4: 'Gusa [hub:day.print].',
        5: 'Gusa [hub:best.title] uone bidhaa 50 zilizoleta zaidi, za siku hiyo au hadi siku 30. Hati za marejesho huondolewa.',
      },
      note: 'Hati ambazo {{authority}} haijasaini bado zimo kwenye jumla, na huhesabiwa kwa kila till.',
    },
    hubTills: {
      title: 'Ongeza till, au ondoa moja',
      steps: {
        1: 'Fungua [common:screens.settings] → [settings:section.hub] kwenye till iliyounganishwa. [hub:tills.title] huorodhesha kila till, na iliposikika mwisho.',
        2: 'Mwenye duka anagusa [hub:tills.add]. Anwani na msimbo ni vya till mpya.',
        3: 'Kwenye till mpya mwenye duka anafungua [settings:section.hub], anagusa [hub:link.pair], na kuandika vyote viwili.',
        4: 'Till ikiwa [hub:tills.unconfirmed], linganisha maneno yake mawili huko, kisha gusa [hub:tills.admit].',
        5: 'Till ikiibiwa, mwenye duka anagusa [hub:tills.end]. Tangu hapo kitovu hakipokei kitu kutoka kwake.',
        6: 'Till hiyo ikirudi, mwenye duka anagusa [hub:link.pairAgain] hapo, na kuandika anwani na msimbo mpya.',
      },
      note: 'Orodha inasema nani aliongeza, alikubali na aliondoa kila till, na kwenye till gani.',
    },
    hubOffers: {
      title: 'Amua kuhusu mabadiliko ya till mbili',
      steps: {
        1: 'Till mbili zinaweza kubadilisha bei moja kitovu kikiwa kimezimwa. Badiliko linalofika kwanza ndilo linalotumika, na upau humwambia meneja kuhusu lingine.',
        2: 'Fungua [common:screens.settings] → [settings:section.hub]. [hub:offers.title] huonyesha thamani zote mbili, pamoja na nani, wapi na lini.',
        3: 'Gusa [hub:offers.take] au [hub:offers.leave].',
        4: 'Till mbili zinaweza pia kutengeneza bidhaa au mteja mmoja mara mbili. Baki na mmoja, au gusa [hub:twins.different].',
      },
      note: 'Hakuna kinachobadilika hadi meneja aamue. Mtu akikibadilisha wakati huo huo, till inakuomba uangalie tena.',
    },
    hubLetter: {
      title: 'Badilisha herufi ya kodi kwenye till kadhaa',
      steps: {
        1: 'Badilisha [hub:offers.field.tax_type] ya bidhaa kwenye till moja, kama kwenye till inayofanya kazi peke yake.',
        2: 'Kila till ya tawi inapokea herufi mpya. {{authority}} inaipata kila till ikishaipokea na kutuma ilichouza kabla yake.',
        3: 'Till ikiwa imezimwa, fungua [common:screens.settings] → [settings:section.hub]. [hub:offers.title] huitaja till hiyo. Iwashe, na {{authority}} inapata herufi hiyo.',
        4: 'Till isipoweza kurudi, mwenye duka anagusa [hub:letters.register].',
      },
      note: 'Hadi hapo, risiti zenye herufi mpya zinasubiri sahihi ya {{authority}}. Baada ya hatua ya 4, {{authority}} inakataa mauzo ya till hiyo yenye herufi ya zamani, na Kaunta inayashikilia hadi meneja aamue.',
    },
    hubBrowser: {
      title: 'Angalia duka kwa simu',
      steps: {
        1: 'Mwenye duka anafungua [common:screens.settings] → [settings:section.hub] kwenye till iliyounganishwa, na kugusa [hub:screens.set].',
        2: 'Fungua anwani inayoonyeshwa hapo, kwenye kivinjari cha simu au kompyuta ya mtandao huo huo.',
        3: 'Kwanza kivinjari kinaonya, kwa sababu kitovu kilijitengenezea cheti. Fungua maelezo ya cheti hapo.',
        4: 'Linganisha alama yake ya SHA-256 na [hub:screens.fingerprint] kwenye till. Zikitofautiana, funga ukurasa bila kuandika kitu.',
        5: 'Zikifanana, endelea kwenye ukurasa. Andika jina na nenosiri.',
        6: 'Unaona till za kila tawi, [hub:offers.title] na [hub:day.title].',
      },
      note: 'Unabaki umeingia kwa saa 12. Simu ikipotea, weka nenosiri jingine: hilo linaitoa.',
    },
    hubOff: {
      title: 'Kitovu kikiwa kimezimwa',
      steps: {
        1: 'Endelea kuuza. Till ina bidhaa, bei na watu wake, na huhifadhi kila mauzo.',
        2: 'Upau husema kitovu hakijibu tangu lini. [hub:note.open] hufungua sababu na suluhisho.',
        3: 'Angalia kompyuta ya kitovu imewashwa, na mtandao. Kisha gusa [hub:link.tryNow].',
        4: 'Kama kitovu kina anwani mpya, till huipata ndani ya dakika moja au mbili. Kwenye mtandao mwingine, gusa [hub:link.change].',
      },
      note: 'Yote yanayosubiri hutumwa kitovu kikijibu. Ndipo till nyingine hupata mabadiliko ya baadaye ya bidhaa na bei.',
    },
    hubLost: {
      title: 'Kompyuta ya kitovu ikipotea',
      steps: {
        1: 'Angalia kama imezimwa tu, au haina mtandao. Ikifanya kazi tena, usifanye kingine. Till zinauza wakati huo.',
        2: 'Kwenye naibu mwenye duka anafungua [common:screens.settings] → [settings:section.hub], na kugusa [hub:takeOver.act]. [hub:tills.title] hutaja naibu.',
        3: 'Ukiwa na nakala rudufu ya kitovu, chagua folda yake. Andika nambari yako ya siri.',
        4: 'Kwenye kila till nyingine gusa [hub:link.change], na uandike anwani ya kitovu kipya. Msimbo hauhitajiki.',
        5: 'Usianzishe tena kitovu cha kompyuta ya zamani. Gusa [hub:sheet.open] kwenye kitovu kipya, na uichapishe.',
      },
      note: 'Jiandae sasa: chapisha karatasi ya kuokoa, na uhakikishe naibu ni till ya kompyuta nyingine. Kompyuta ya kitovu ikirudishwa kutoka nakala yake nzima, washa till zote: zinaambia kitovu kinachokosekana.',
    },
    update: {
      title: 'Sakinisha toleo jipya',
      steps: {
        1: 'Mwenye duka anafungua [common:screens.settings] → [settings:section.update] mara moja, na kuweka [settings:update.address].',
        2: 'Kaunta inapakua toleo jipya unapouza. Upau humwambia meneja likiwa tayari.',
        3: 'Maliza au weka kando mauzo yaliyo wazi, na uguse [settings:update.install].',
        4: 'Kaunta inanakili data, inajifunga, na kuanza tena yenyewe.',
        5: 'Kwenye Windows firewall inaweza kuuliza kuhusu Kaunta. Programu nyingine za kompyuta hii hazihitaji ruhusa: chagua Cancel.',
      },
      note: 'Toleo lisiloanza linarudi lenyewe kama hakuna kilichohifadhiwa nalo. Kuondoa Kaunta kwenye kompyuta huacha folda ya data.',
    },
    support: {
      title: 'Omba msaada',
      steps: {
        1: 'Fungua [common:screens.settings] → [settings:section.diagnostics].',
        2: 'Gusa [settings:diagnostics.make]. Utaona yaliyomo kwenye faili.',
        3: 'Mtumie faili mtu wa msaada.',
      },
      note: 'Faili halina majina, bei, kiasi wala nambari za siri.',
    },
  },
}
