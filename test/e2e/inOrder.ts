/** Is what the window shows readable by everybody, in one language, whole, and large enough for a finger? */
import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { demoItems } from '../../core/workspace/demo/shop.ts'
import { enWords, swWords } from './allWords.ts'
import { expect } from './till.ts'

export type Language = 'en' | 'sw'

/** The demo shop's data is shown as it was stored. */
const written = new Set([...demoItems.map(({ name }) => name), 'Opening stock'])

interface Look {
  /** Buttons, fields and links smaller than a finger, as they are drawn. */
  tooSmall: string[]
  /** Pixels. */
  overflow: number
  /** The window, where it scrolls and no finger could move it back; acts of dialogues and panels that are cut off. */
  outOfPlace: string[]
  /** Every text of the screen, also for those who do not see it. The paper's text is the receipt's own. */
  texts: string[]
}

const look = (page: Page): Promise<Look> =>
  page.evaluate(() => {
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
    const sized =
      'button, a[href], input, select, textarea, summary, [role=switch], [role=radio], [role=option]'
    const tooSmall = all(sized).flatMap((element) => {
      // A field is as large as the box that takes the touch for it.
      const { width, height } = (
        element.closest('.field-box, .sell-search, label') ?? element
      ).getBoundingClientRect()
      const drawn = width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true })
      const counts = drawn && !element.closest('[aria-hidden=true], [inert], .skip, [style*="clip-path"]')
      return counts && Math.min(width, height) < 43.5
        ? [`${element.textContent || element.ariaLabel || element.outerHTML}: ${width} × ${height}`]
        : []
    })
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement
    const cut = all('.dialog-acts .button, .side-panel-acts .button').filter((button) => {
      const words = button.querySelector('.button-words')
      const { left, right } = button.getBoundingClientRect()
      const around = button.closest('.modal, .side-panel')?.getBoundingClientRect()
      const outside = around !== undefined && (left < around.left || right > around.right)
      return outside || (words !== null && words.scrollWidth > words.clientWidth)
    })
    const scrolls = scrollHeight > clientHeight ? [`the window: ${scrollHeight} in ${clientHeight}`] : []
    const texts: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) texts.push(walker.currentNode.textContent?.trim() ?? '')
    for (const element of all('[aria-label], [placeholder], [title]')) {
      for (const name of ['aria-label', 'placeholder', 'title']) texts.push(element.getAttribute(name) ?? '')
    }
    return {
      tooSmall: [...new Set(tooSmall)],
      overflow: scrollWidth - clientWidth,
      outOfPlace: [...scrolls, ...cut.map(({ textContent }) => textContent)],
      texts,
    }
  })

/** axe finds nothing. A page gets axe once: loading it takes longer than most of its looks at a screen. */
export async function expectAccessible(page: Page, name: string) {
  // Half faded in, every text has too little contrast.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const violations = await page.evaluate(async () => {
    const inPage = (globalThis as unknown as { axe: typeof axe }).axe
    // What passes is not listed: for a long screen that is most of the work.
    return (await inPage.run({ resultTypes: ['violations'] })).violations
  })
  const problems = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id} ${html} ${failureSummary}`),
  )
  expect.soft(problems, `axe, ${name}`).toEqual([])
}

/** Nothing is too small for a finger, cut off or in another language. */
export async function expectInOrder(page: Page, language: Language, name: string) {
  const { tooSmall, overflow, outOfPlace, texts } = await look(page)
  expect.soft(tooSmall, `smaller than a finger, ${name}`).toEqual([])
  expect.soft(overflow, `wider than the window, ${name}`).toBe(0)
  // A panel that just opened on a busy computer gets its size a moment later.
  if (outOfPlace.length > 0)
    await expect
      .configure({ soft: true })
      .poll(async () => (await look(page)).outOfPlace, {
        message: `scrolls away or is cut off, ${name}`,
        timeout: 2_000,
      })
      .toEqual([])
  const foreign = language === 'sw' ? enWords.difference(swWords) : swWords.difference(enWords)
  expect
    .soft(
      texts.filter((text) => foreign.has(text) && !written.has(text)),
      `another language, ${name}`,
    )
    .toEqual([])
}
