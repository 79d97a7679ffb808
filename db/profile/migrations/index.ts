/** In order. Never rename, remove or change one that a shop may have applied. */
import { initial } from './0001Initial.ts'
import { authorityOnly } from './0002AuthorityOnly.ts'
import { maybeThere } from './0003MaybeThere.ts'
import { cashierDiscount } from './0004CashierDiscount.ts'
import { copiesAndBuyers } from './0005CopiesAndBuyers.ts'
import { mark } from './0006Mark.ts'
import { provenRows } from './0008ProvenRows.ts'
import { packedPayloads } from './0009PackedPayloads.ts'
import { bestSellersFirst } from './0010BestSellersFirst.ts'
import { listIndexes } from './0011ListIndexes.ts'
import { counter } from './0012Counter.ts'
import { itemClasses } from './0013ItemClasses.ts'
import { droppedGoods } from './0014DroppedGoods.ts'
import { lowByName } from './0015LowByName.ts'
import { automaticResend } from './0016AutomaticResend.ts'
import { activity } from './0017Activity.ts'
import { secondNameAndLook } from './0018SecondNameAndLook.ts'
import { goodsOfReceipts } from './0019GoodsOfReceipts.ts'
import { paymentChanges } from './0020PaymentChanges.ts'
import { shifts } from './0021Shifts.ts'
import { approvals } from './0023Approvals.ts'
import { customers } from './0024Customers.ts'
import { tenders } from './0025Tenders.ts'
import { unofficial } from './0026Unofficial.ts'
import { accountsByTime } from './0028AccountsByTime.ts'
import { costs } from './0029Costs.ts'
import { counts } from './0030Counts.ts'
import { deliveries } from './0031Deliveries.ts'
import { stockFigures } from './0032StockFigures.ts'
import { transfers } from './0033Transfers.ts'
import { itemImports } from './0034ItemImports.ts'
import { labels } from './0035Labels.ts'
import { customs } from './0036Customs.ts'
import { orders } from './0037Orders.ts'
import { priceHistory } from './0038PriceHistory.ts'
import { printJobs } from './0039PrintJobs.ts'
import { movementDocuments } from './0040MovementDocuments.ts'
import { hubLink } from './0041HubLink.ts'
import { shared } from './0042Shared.ts'
import { signer } from './0043Signer.ts'
import { handOver } from './0044HandOver.ts'
import { handed } from './0045Handed.ts'
import { sharedPeople } from './0046SharedPeople.ts'
import { stockOfBranch } from './0047StockOfBranch.ts'
import { parkedOfBranch } from './0048ParkedOfBranch.ts'
import { creditOfOtherTill } from './0049CreditOfOtherTill.ts'
import { deputy } from './0050Deputy.ts'
import { lateMovements } from './0053LateMovements.ts'
import { letterWaits } from './0054LetterWaits.ts'
import { takenHash } from './0055TakenHash.ts'
import { settled } from './0056Settled.ts'
import { itemTold } from './0057ItemTold.ts'
import { levelBefore } from './0058LevelBefore.ts'
import { closedSales } from './0059ClosedSales.ts'
import { contained } from './0060Contained.ts'
import { unexplained } from './0061Unexplained.ts'
import { itemUid } from './0062ItemUid.ts'
import { paidAhead } from './0063PaidAhead.ts'

export const profileMigrations = {
  '0001_initial': initial,
  '0002_authority_only': authorityOnly,
  '0003_maybe_there': maybeThere,
  '0004_cashier_discount': cashierDiscount,
  '0005_copies_and_buyers': copiesAndBuyers,
  '0006_mark': mark,
  '0008_proven_rows': provenRows,
  '0009_packed_payloads': packedPayloads,
  '0010_best_sellers_first': bestSellersFirst,
  '0011_list_indexes': listIndexes,
  '0012_counter': counter,
  '0013_item_classes': itemClasses,
  '0014_dropped_goods': droppedGoods,
  '0015_low_by_name': lowByName,
  '0016_automatic_resend': automaticResend,
  '0017_activity': activity,
  '0018_second_name_and_look': secondNameAndLook,
  '0019_goods_of_receipts': goodsOfReceipts,
  '0020_payment_changes': paymentChanges,
  '0021_shifts': shifts,
  '0023_approvals': approvals,
  '0024_customers': customers,
  '0025_tenders': tenders,
  '0026_unofficial': unofficial,
  '0028_accounts_by_time': accountsByTime,
  '0029_costs': costs,
  '0030_counts': counts,
  '0031_deliveries': deliveries,
  '0032_stock_figures': stockFigures,
  '0033_transfers': transfers,
  '0034_item_imports': itemImports,
  '0035_labels': labels,
  '0036_customs': customs,
  '0037_orders': orders,
  '0038_price_history': priceHistory,
  '0039_print_jobs': printJobs,
  '0040_movement_documents': movementDocuments,
  '0041_hub_link': hubLink,
  '0042_shared': shared,
  '0043_signer': signer,
  '0044_hand_over': handOver,
  '0045_handed': handed,
  '0046_shared_people': sharedPeople,
  '0047_stock_of_branch': stockOfBranch,
  '0048_parked_of_branch': parkedOfBranch,
  '0049_credit_of_other_till': creditOfOtherTill,
  '0050_deputy': deputy,
  '0053_late_movements': lateMovements,
  '0054_letter_waits': letterWaits,
  '0055_taken_hash': takenHash,
  '0056_settled': settled,
  '0057_item_told': itemTold,
  '0058_level_before': levelBefore,
  '0059_closed_sales': closedSales,
  '0060_contained': contained,
  '0061_unexplained': unexplained,
  '0062_item_uid': itemUid,
  '0063_paid_ahead': paidAhead,
}
