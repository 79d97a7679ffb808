import { answerOffer, answerTwins, listOffers, registerLetter } from './offers.ts'
import { leaveHub, pairWithHub, setHubAddress, tryHubNow } from './pair.ts'
import { hubReceipts } from './receipts.ts'
import { printRecoverySheet, showRecoverySheet } from './recoverySheet.ts'
import { hubBestSellers, hubReport, printHubReport } from './report.ts'
import { hubScreens, setScreenPassword } from './screens.ts'
import { hubState } from './state.ts'
import { takeOverHub } from './takeOver.ts'
import { newHubCode, startThisComputer, stopThisComputer, thisComputerState } from './thisComputer.ts'
import { confirmTill, listTills, nameDeputy, revokeTill, showCode } from './tills.ts'

export const hubHandlers = {
  'hub.state': hubState,
  'hub.pair': pairWithHub,
  'hub.setAddress': setHubAddress,
  'hub.receipts': hubReceipts,
  'hub.tryNow': tryHubNow,
  'hub.leave': leaveHub,
  'hub.tills': listTills,
  'hub.confirm': confirmTill,
  'hub.revoke': revokeTill,
  'hub.nameDeputy': nameDeputy,
  'hub.code': showCode,
  'hub.offers': listOffers,
  'hub.answerOffer': answerOffer,
  'hub.answerTwins': answerTwins,
  'hub.registerLetter': registerLetter,
  'hub.report': hubReport,
  'hub.bestSellers': hubBestSellers,
  'hub.printReport': printHubReport,
  'hub.screens': hubScreens,
  'hub.setPassword': setScreenPassword,
  'hub.thisComputer.state': thisComputerState,
  'hub.thisComputer.start': startThisComputer,
  'hub.thisComputer.stop': stopThisComputer,
  'hub.thisComputer.newCode': newHubCode,
  'hub.takeOver': takeOverHub,
  'hub.thisComputer.sheet': showRecoverySheet,
  'hub.thisComputer.printSheet': printRecoverySheet,
}
