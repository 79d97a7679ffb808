const notWithdrawn = (id: string) =>
  `not exists (select 1 from submission where submission.invoice_id = ${id} and state = 'withdrawn')`

/** The same in a file of before other tills credited a sale. */
export const owedBeforeOthers = `((case when ${notWithdrawn('customer_sale.invoice_id')} then credit else 0 end)
  - (select coalesce(sum(tender.amount), 0) from invoice note join invoice_tender tender
       on tender.invoice_id = note.id and tender.method = 'credit'
       where note.original_id = customer_sale.invoice_id and ${notWithdrawn('note.id')})
  - (select coalesce(sum(amount), 0) from account_allocation
       where account_allocation.invoice_id = customer_sale.invoice_id))`

/**
 * What is owed of a row of `customer_sale`, from the facts. Triggers keep the column `owed`; this is for rows that came
 * without them, and for checks.
 */
export const owedOfSale = `(${owedBeforeOthers}
  - (select coalesce(sum(less_owed), 0) from other_note
       where sale_id = customer_sale.invoice_id and state in ('waiting', 'accepted', 'refused')))`

/** The same for `ahead` of a row of `customer`. */
export const aheadOfCustomer = `((select coalesce(sum(amount), 0) from account_entry where customer_id = customer.id)
  - (select coalesce(sum(part.amount), 0) from account_allocation part join account_entry entry on entry.id = part.entry_id
       where entry.customer_id = customer.id))`
