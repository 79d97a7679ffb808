/** Is what the window shows readable by everybody, in one language, whole, and large enough for a finger? */
import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { demoItems } from '../../core/workspace/demo/shop.ts'
import { enWords, swWords } from './allWords.ts'
import { expect } from './till.ts'

export type Language = 'en' | 'sw'

/** The demo shop's data is shown as it was stored. */
const written = new Set([...demoItems.map(({ name }) => name), 'Opening stock'])

/** Buttons, fields and links smaller than a finger, as they are drawn. */
const tooSmall = (page: Page) =>
  page.evaluate(() => {
    const wanted =
      'button, a[href], input, select, textarea, summary, [role=switch], [role=radio], [role=option]'
    const found = [...document.querySelectorAll<HTMLElement>(wanted)].flatMap((element) => {
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
    return [...new Set(found)]
  })

/** The window, where it could scroll and no finger would put it back; buttons of dialogues and panels that are cut off. */
const outOfPlace = (page: Page) =>
  page.evaluate(() => {
    const { scrollHeight, clientHeight } = document.documentElement
    const buttons = [
      ...document.querySelectorAll<HTMLElement>('.dialog-acts .button, .side-panel-acts .button'),
    ]
    const cut = buttons.filter((button) => {
      const words = button.querySelector('.button-words')
      const { left, right } = button.getBoundingClientRect()
      const around = button.closest('.modal, .side-panel')?.getBoundingClientRect()
      const outside = around !== undefined && (left < around.left || right > around.right)
      return outside || (words !== null && words.scrollWidth > words.clientWidth)
    })
    return [
      ...(scrollHeight > clientHeight ? [`the window: ${scrollHeight} in ${clientHeight}`] : []),
      ...cut.map(({ textContent }) => textContent),
    ]
  })

/** Everything that is said on the screen, also to those who do not see it; what the paper says is the receipt's own. */
const said = (page: Page) =>
  page.evaluate(() => {
    const texts: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) texts.push(walker.currentNode.textContent?.trim() ?? '')
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title]')) {
      for (const name of ['aria-label', 'placeholder', 'title']) texts.push(element.getAttribute(name) ?? '')
    }
    return texts
  })

/** axe finds nothing. A page gets axe once: loading it takes longer than most of its looks at a screen. */
export async function expectAccessible(page: Page, name: string) {
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
  expect.soft(await tooSmall(page), `smaller than a finger, ${name}`).toEqual([])
  const overflow = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
  expect.soft(overflow, `wider than the window, ${name}`).toBe(0)
  // A panel that just opened on a busy computer gets its size a moment later.
  const cutOff = expect.configure({ soft: true }).poll(() => outOfPlace(page), {
    message: `scrolls away or is cut off, ${name}`,
    timeout: 2_000,
  })
  await cutOff.toEqual([])
  const foreign = language === 'sw' ? enWords.difference(swWords) : swWords.difference(enWords)
  expect
    .soft(
      (await said(page)).filter((text) => foreign.has(text) && !written.has(text)),
      `another language, ${name}`,
    )
    .toEqual([])
}
