import { afterEach, describe, expect, it } from 'vitest'
import type { Role } from '../../../core/contract/fields.ts'
import { findPages, type PageName, pages, pagesFor } from '../../../renderer/guide/pages.ts'
import { words } from '../../../renderer/guide/words.ts'
import { guide as en } from '../../../renderer/i18n/en/guide.ts'
import { hasWord, type Language, setLanguage } from '../../../renderer/i18n/index.ts'
import { guide as sw } from '../../../renderer/i18n/sw/guide.ts'
import { behind, leastRole, railRole, screenNames } from '../../../renderer/window/screenNames.ts'
import { mayUse } from '../../../renderer/window/session.ts'

const roles = ['cashier', 'manager', 'owner'] as const satisfies Role[]
const texts = ({ steps, note }: { steps: object; note?: string }): string[] => [
  ...Object.values(steps),
  ...(note ? [note] : []),
]
/** `sell:cart.pay` of each button that the texts quote. */
const quotes = (page: { steps: object; note?: string }) =>
  texts(page).flatMap((text) => [...text.matchAll(/\[([^\]]*)\]/g)].map(([, quote = '']) => quote))

afterEach(() => setLanguage('en'))

describe('the guide', () => {
  it.each(roles)('has a page about every screen of a %s, and none about what others do', (role) => {
    const own = pagesFor(role)
    for (const screen of screenNames.filter((name) => mayUse({ role }, leastRole[name] ?? 'cashier')))
      expect(
        own.filter((name) => pages[name].place === screen),
        screen,
      ).not.toEqual([])
    expect(own.includes('refund')).toBe(role !== 'cashier')
    expect(own.includes('people')).toBe(role === 'owner')
  })

  it('is beside a rail of at most seven places for a cashier', () => {
    const places = screenNames.filter(
      (name) => !behind[name] && mayUse({ role: 'cashier' }, railRole[name] ?? 'cashier'),
    )
    expect(places.length).toBeLessThanOrEqual(7)
  })

  it('helps to sign in before anybody has', () => {
    expect(pagesFor(null)).toEqual(['signIn', 'passcode'])
    expect(pagesFor(null, 'firstRun')).toEqual(['setUp', 'moveShop'])
  })

  it.each(Object.keys(pages) as PageName[])(
    '%s quotes texts that the screens have, the same in both languages',
    (name) => {
      const quoted = quotes(en.pages[name])
      const unknown = quoted.filter((quote) => {
        const [namespace = '', key = ''] = quote.split(':')
        return !hasWord({ namespace }, key)
      })
      expect(unknown).toEqual([])
      expect(quotes(sw.pages[name]).toSorted()).toEqual(quoted.toSorted())
    },
  )

  it.each<[Language, string, PageName]>([
    ['en', 'mpesa', 'mpesa'],
    ['en', 'money BACK', 'refund'],
    ['en', 'refund', 'refund'],
    ['sw', 'rejesha pesa', 'refund'],
    ['sw', 'chenji', 'cash'],
  ])('in %s finds “%s” in a title, a step or a button', (language, typed, page) => {
    setLanguage(language)
    expect(findPages(pagesFor('owner'), typed)).toContain(page)
    expect(findPages(pagesFor('owner'), `${typed} xyz`)).toEqual([])
  })

  it('lists a page with the word in its title before one with it in the text', () => {
    expect(words.namespace).toBe('guide')
    const [first, ...others] = findPages(pagesFor('cashier'), 'discount')
    expect(first).toBe('discount')
    expect(others).not.toContain('discount')
  })
})
