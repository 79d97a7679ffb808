import type { payment as english } from '../en/payment.ts'
import type { Translated } from '../index.ts'

export const payment: Translated<typeof english> = {
  title: 'Malipo',
  back: 'Rudi kwenye mauzo',
  toPay: 'Ya kulipa, KSh',
  remaining: 'Bado kulipwa',
  change: 'Chenji',
  paid: 'Zilizopokelewa',
  takeBack: 'Rudisha {{method}} {{amount}}',
  methods: 'Njia ya kulipa',
  method: {
    cash: 'Taslimu',
    mobileMoney: 'M-PESA',
    card: 'Kadi',
    credit: 'Kwa mkopo',
    cashCredit: 'Taslimu na mkopo',
    cheque: 'Hundi',
    other: 'Nyingine',
  },
  amount: 'Kiasi · {{method}}',
  exact: 'Kamili',
  quick: 'Noti',
  reference: {
    mobileMoney: 'Nambari ya M-PESA',
    card: 'Nambari ya karatasi',
    cheque: 'Nambari ya hundi',
    other: 'Kumbukumbu',
    hint: 'Si lazima',
  },
  complete: 'Kamilisha mauzo',
  completeExact: 'Kiasi kamili · {{method}}',
  completeChange: 'Chenji {{change}}',
  add: 'Pokea {{amount}} · {{method}}',
  addRest: 'bado {{remaining}}',
  completing: 'Mauzo yanahifadhiwa…',
  problem: {
    amountInvalid: 'Kiasi kama 200 au 199.50.',
    overpaidWithoutCash: 'Chenji hutolewa kwa taslimu tu. Punguza viasi vingine.',
  },
  failed: {
    title: 'Hayajakamilika. Hakuna kilichoandikwa, na mauzo bado yapo.',
    unsure: 'Kaunta haikujibu, kwa hiyo haijulikani kama mauzo yalihifadhiwa.',
    unsureText: 'Bonyeza tena ikirudi: mauzo yaleyale hayaandikwi mara mbili kamwe.',
    again: 'Uliza tena',
  },
  waitScan: 'Mauzo yanakamilishwa. Skani tena baadaye.',
}
