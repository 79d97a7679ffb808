import { useEffect, useRef } from 'react'
import { readPage, showPage } from './receiptPage.ts'
import './receipt.css'

/** The paper as it will print. `html` is the page of `receipt.preview`; `label` names it for who cannot see it. */
export function ReceiptPaper({ html, label }: { html: string; label: string }) {
  const paper = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (paper.current) showPage(paper.current, readPage(html))
  }, [html])
  return (
    // A long receipt is read by scrolling, by keyboard too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls
    <section className="receipt-desk" aria-label={label} tabIndex={0}>
      <div className="receipt-paper" ref={paper} />
    </section>
  )
}
