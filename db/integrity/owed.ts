const notWithdrawn = (id: string) =>
  `not exists (select 1 from submission where submission.invoice_id = ${id} and state = 'withdrawn')`

/**
 * What is owed of a row of `customer_sale`, from the facts. Triggers keep the column `owed`; this is for rows that came
 * without them, and for checks.
 */
export const owedOfSale = `((case when ${notWithdrawn('customer_sale.invoice_id')} then credit else 0 end)
  - (select coalesce(sum(tender.amount), 0) from invoice note join invoice_tender tender
       on tender.invoice_id = note.id and tender.method = 'credit'
       where note.original_id = customer_sale.invoice_id and ${notWithdrawn('note.id')})
  - (select coalesce(sum(amount), 0) from account_allocation
       where account_allocation.invoice_id = customer_sale.invoice_id))`
