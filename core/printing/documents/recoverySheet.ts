/** What an owner keeps on paper for the day on which the hub's computer is lost. It has a secret. */
import { toPaperDate, toPaperTime } from '../../fiscal/dates.ts'
import type { ReceiptModel } from './receipt.ts'
import { pair, section, text, withContent } from './reportSections.ts'

export interface RecoverySheet {
  shop: { name: string; pin: string; branch: string }
  /** The name of the hub's computer. */
  computer: string
  /** As people write it down. A secret. */
  code: string
  words: readonly string[]
  addresses: readonly string[]
  /** The folder of the hub's backups. */
  backups: string
  printedBy: string
  /** Epoch milliseconds. */
  at: number
}

const en = {
  title: 'HUB RECOVERY SHEET',
  secret: 'SECRET. Keep it locked away, and not beside the computer of the hub.',
  code: 'Recovery code',
  computer: 'Computer of the hub',
  words: 'Words of the hub',
  addresses: 'Addresses',
  backups: 'Backups',
  branch: 'Branch',
  printed: 'Printed',
  by: 'By',
  lost: 'IF THE COMPUTER OF THE HUB IS LOST',
  steps: [
    '1. See whether it is only off, or without network. If it works again, do nothing else. Tills sell meanwhile.',
    '2. At the deputy till an owner opens Settings → Hub, and touches “Take over as the hub of the branch”.',
    '3. If you have a backup, a file that ends in .hub, choose its folder there. Otherwise the tills send everything again.',
    '4. At each other till touch “Change address” in Settings → Hub, and enter the new address. No code is needed.',
    '5. Do not start the hub on the old computer again. Print a new sheet at the new hub.',
  ],
  noDeputy: 'The recovery code opens a backup on any computer with Kaunta: npm run hub -- restore FILE',
}
const sw: typeof en = {
  title: 'KARATASI YA KUOKOA KITOVU',
  secret: 'SIRI. Ihifadhi mahali penye kufuli, na si karibu na kompyuta ya kitovu.',
  code: 'Msimbo wa kuokoa',
  computer: 'Kompyuta ya kitovu',
  words: 'Maneno ya kitovu',
  addresses: 'Anwani',
  backups: 'Nakala rudufu',
  branch: 'Tawi',
  printed: 'Imechapishwa',
  by: 'Na',
  lost: 'KOMPYUTA YA KITOVU IKIPOTEA',
  steps: [
    '1. Angalia kama imezimwa tu, au haina mtandao. Ikifanya kazi tena, usifanye kingine. Till zinauza wakati huo.',
    '2. Kwenye till ya naibu mwenye duka anafungua Mipangilio → Kitovu, na kugusa “Chukua nafasi ya kitovu cha tawi”.',
    '3. Ukiwa na nakala rudufu, faili inayoishia .hub, chagua folda yake hapo. La sivyo till zinatuma kila kitu tena.',
    '4. Kwenye kila till nyingine gusa “Badilisha anwani” kwenye Mipangilio → Kitovu, na uandike anwani mpya. Msimbo hauhitajiki.',
    '5. Usianzishe tena kitovu cha kompyuta ya zamani. Chapisha karatasi mpya kwenye kitovu kipya.',
  ],
  noDeputy:
    'Msimbo wa kuokoa hufungua nakala rudufu kwenye kompyuta yoyote yenye Kaunta: npm run hub -- restore FAILI',
}
export const recoverySheetWords = { en, sw }

export const buildRecoverySheet = (
  { shop, computer, code, words, addresses, backups, printedBy, at }: RecoverySheet,
  language: 'en' | 'sw',
): ReceiptModel => {
  const say = recoverySheetWords[language]
  return {
    title: say.title,
    number: '',
    sections: withContent([
      section('seller', null, [
        text(shop.name, 'strong'),
        text(`PIN: ${shop.pin}  ${say.branch}: ${shop.branch}`),
      ]),
      section('title', null, [text(say.title, 'title')]),
      section('notice', null, [text(say.secret, 'strong')]),
      section('totals', '', [
        text(say.code),
        text(code, 'title'),
        pair(say.words, words.join(' '), 'strong'),
      ]),
      section('till', '', [
        pair(say.computer, computer),
        ...addresses.map((address) => pair(say.addresses, address)),
        text(`${say.backups}: ${backups}`),
        pair(say.printed, `${toPaperDate(at)} ${toPaperTime(at).slice(0, 5)}`),
        pair(say.by, printedBy),
      ]),
      section('footer', say.lost, [...say.steps.map((step) => text(step)), text(say.noDeputy)]),
    ]),
  }
}
