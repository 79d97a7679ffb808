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
  /** The window, where it is too narrow, or scrolls and no finger could move it back; acts of dialogues and panels that are cut off. */
  outOfPlace: string[]
  /** Texts that end in dots, hints and values wider than their field. */
  cut: string[]
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
    const wide = scrollWidth > clientWidth ? [`wider than the window: ${scrollWidth} in ${clientWidth}`] : []
    const texts: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) texts.push(walker.currentNode.textContent?.trim() ?? '')
    for (const element of all('[aria-label], [placeholder], [title]')) {
      for (const name of ['aria-label', 'placeholder', 'title']) texts.push(element.getAttribute(name) ?? '')
    }
    const dotted = all('body *').filter(
      (element) =>
        element.scrollWidth > element.clientWidth && getComputedStyle(element).textOverflow === 'ellipsis',
    )
    const canvas = document.createElement('canvas').getContext('2d')
    const overfull = all('input:not([type=checkbox], [type=file])').flatMap((element) => {
      const { placeholder, value, clientWidth, offsetParent } = element as HTMLInputElement
      const { font, paddingLeft, paddingRight } = getComputedStyle(element)
      if (!canvas || !offsetParent || clientWidth < 2) return []
      canvas.font = font
      const room = clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      const shown = value || placeholder
      return canvas.measureText(shown).width > room + 1 ? [shown] : []
    })
    return {
      cut: [...dotted.map(({ textContent }) => textContent.trim()), ...overfull],
      tooSmall: [...new Set(tooSmall)],
      outOfPlace: [...scrolls, ...wide, ...cut.map(({ textContent }) => textContent)],
      texts,
    }
  })

/** axe finds nothing, by all rules or by these. A page gets axe once: loading it takes longer than most of its looks at a screen. */
export async function expectAccessible(page: Page, name: string, rules?: string[]) {
  // Half faded in, every text has too little contrast.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const violations = await page.evaluate(async (rules) => {
    const inPage = (globalThis as unknown as { axe: typeof axe }).axe
    // What passes is not listed: for a long screen that is most of the work.
    const options = { resultTypes: ['violations' as const], ...(rules && { runOnly: rules }) }
    return (await inPage.run(options)).violations
  }, rules)
  const problems = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id} ${html} ${failureSummary}`),
  )
  expect.soft(problems, `axe, ${name}`).toEqual([])
}

/** Nothing is too small for a finger, cut off or in another language. */
export async function expectInOrder(page: Page, language: Language, name: string) {
  const { tooSmall, outOfPlace, cut, texts } = await look(page)
  expect.soft(tooSmall, `smaller than a finger, ${name}`).toEqual([])
  // Names of goods and people may be of any length.
  const ours = (text: string) => enWords.has(text) || swWords.has(text) || /^\d+$/.test(text)
  expect.soft(cut.filter(ours), `does not fit, ${name}`).toEqual([])
  // What just opened, or a window of another width, gets its size a moment later on a busy computer.
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
