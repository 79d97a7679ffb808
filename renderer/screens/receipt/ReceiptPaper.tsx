import { useEffect, useRef } from 'react'
import { readPage, showPage } from './receiptPage.ts'
import './receipt.css'

/** The paper as it will print. `html` is the page of `receipt.preview`; `label` names it for who cannot see it. */
export function ReceiptPaper({ html, label }: { html: string; label: string }) {
  const desk = useRef<HTMLElement>(null)
  const paper = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!paper.current || !desk.current) return
    showPage(paper.current, readPage(html))
    return keepFitting(paper.current, desk.current)
  }, [html])
  return (
    // A long receipt is read by scrolling, by keyboard too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls
    <section className="receipt-desk" aria-label={label} tabIndex={0} ref={desk}>
      <div className="receipt-paper" ref={paper} />
    </section>
  )
}

/** Paper wider than its desk is shown smaller, never cut and never laid out anew. The answer ends it. */
function keepFitting(paper: HTMLElement, desk: HTMLElement): () => void {
  const observer = new ResizeObserver(() => {
    paper.style.zoom = '1'
    const { paddingLeft, paddingRight } = getComputedStyle(desk)
    const room = desk.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    paper.style.zoom = String(Math.min(1, room / paper.offsetWidth))
  })
  observer.observe(desk)
  return () => observer.disconnect()
}
