import type { hubNote as en } from '../en/hubNote.ts'
import type { Translated } from '../index.ts'

export const hubNote: Translated<typeof en> = {
  problem: {
    unreachable: 'Kitovu hakijibu.',
    busy: 'Kitovu kina kazi nyingi.',
    full: 'Diski ya kitovu imejaa.',
    pinMismatch: 'Kompyuta nyingine inajibu kwenye anwani ya kitovu.',
    unconfirmed: 'Kitovu hakijaikubali till hii bado.',
    revoked: 'Kitovu kimekata kiungo cha till hii.',
    replaced: 'Kompyuta nyingine imechukua nafasi ya kitovu.',
    unknown: 'Kitovu hakiijui till hii.',
    otherEnvironment: 'Kitovu ni cha aina nyingine ya duka: mazoezi au mauzo halisi.',
    forked: 'Nakala ya till hii inafanya kazi mahali pengine.',
    tooOld: 'Kitovu kinahitaji Kaunta mpya zaidi kwenye till hii.',
    tooNew: 'Kaunta ya kitovu ni ya zamani mno kwa till hii.',
    hubFailed: 'Kitovu kimepata hitilafu.',
    secretsUnreadable: 'Hifadhi ya siri ya kompyuta hii imefungwa.',
    notKept: 'Till hii haikuweza kuhifadhi kilichosemwa na kitovu.',
  },
  todo: {
    unreachable: 'Till hii inauza kama kawaida. Angalia kompyuta ya kitovu imewashwa, na mtandao.',
    busy: 'Till hii inauza kama kawaida, na inajaribu tena yenyewe.',
    full: 'Till hii inauza kama kawaida, na inahifadhi kila kitu. Ongeza nafasi kwenye kompyuta ya kitovu; till hii inajaribu tena yenyewe.',
    pinMismatch: 'Till hii haikutuma kitu, na inauza kama kawaida. Uliza anwani sahihi, na uibadilishe hapa.',
    unconfirmed:
      'Till hii inauza kama kawaida. Kwenye kitovu meneja analinganisha maneno mawili, na kuthibitisha.',
    revoked: 'Hakuna kinachotumwa kwa kitovu tena. Muulize mwenye duka. Ili kurudi, unganisha till hii tena.',
    replaced: 'Till hii inauza kama kawaida. Badilisha anwani hapa iwe ya kitovu kipya.',
    unknown: 'Till hii inauza kama kawaida. Unganisha till hii tena.',
    otherEnvironment: 'Till hii haikutuma kitu. Kata kiungo, na uiunganishe na kitovu kinachofaa.',
    forked: 'Funga Kaunta mahali nakala inapofanya kazi. Kisha unganisha till hii tena.',
    tooOld: 'Till hii inauza kama kawaida. Sasisha Kaunta hapa.',
    tooNew: 'Till hii inauza kama kawaida. Sasisha Kaunta kwenye kitovu.',
    hubFailed: 'Till hii inauza kama kawaida, na inajaribu tena. Ikiendelea, angalia kumbukumbu za kitovu.',
    secretsUnreadable: 'Till hii inauza kama kawaida. Fungua hifadhi ya siri, kisha anzisha Kaunta upya.',
    notKept: 'Till hii inauza kama kawaida. Ongeza nafasi kwenye diski yake; inajaribu tena yenyewe.',
  },
  note: {
    sheet: 'Karatasi ya kuokoa kitovu haijachapishwa bado.',
    sheetTodo:
      'Ichapishe kwenye Mipangilio → Kitovu, na uifungie. Bila hiyo kompyuta ikipotea kazi ni zaidi.',
    silent: 'Kitovu hakijibu tangu {{time}}.',
    silentShort: 'Kitovu hakijibu tangu {{time}}. Till hii inauza kama kawaida.',
    silentSigns: 'Kitovu hakijibu tangu {{time}}. Risiti zinasubiri sahihi yake hadi kirudi.',
    silentTodo: 'Till hii inauza kama kawaida. Itatuma kila kitu kwa kitovu baadaye.',
    shared: 'Bei na stoki za till nyingine ni za {{time}}.',
    signs: 'Risiti zinasubiri sahihi hadi kitovu kirudi.',
    offers_one: 'Badiliko {{count}} linakusubiri.',
    offers_other: 'Mabadiliko {{count}} yanakusubiri.',
    offersTodo:
      'Till mbili zimebadilisha kitu kimoja, au zimekitengeneza mara mbili. Amua kwenye Mipangilio → Kitovu.',
    open: 'Kitovu',
  },
}
