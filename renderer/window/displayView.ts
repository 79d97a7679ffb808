/** Amounts in cents. */
export interface DisplayLine {
  name: string
  /** `2 × 70.00` or `0.75 kg × 120.00`. */
  how: string
  amount: number
}

interface Marked {
  /** Sandbox and training wear the frames that they wear on the till. */
  environment: string
  training: boolean
}

/** What a customer sees. It has no buyer, no PIN, no number of a payment. */
export type DisplayView = Marked &
  (
    | {
        kind: 'sale'
        lines: DisplayLine[]
        /** The line touched last; null: none. */
        at: number | null
        discount: number
        /** Below zero: the customer gets it back. */
        total: number
      }
    | {
        kind: 'done'
        total: number
        change: number
        /** The address behind the receipt's QR code; null: the receipt is not signed. */
        url: string | null
      }
  )
