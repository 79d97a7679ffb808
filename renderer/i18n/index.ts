/**
 * Words in English and Kiswahili. Each screen has `en/<screen>.ts` and `sw/<screen>.ts`; the second is typed
 * by the first, so a missing or surplus word does not compile.
 */

import i18next from 'i18next'
import { useSyncExternalStore } from 'react'
import { authorityName } from '../../core/fiscal/country.ts'
import { inBackground } from '../bridge/background.ts'

export type Language = 'en' | 'sw'

interface WordTree {
  [key: string]: string | WordTree
}

/** The Kiswahili of an English tree: the same keys, other words. */
export type Translated<T> = { [K in keyof T]: T[K] extends string ? string : Translated<T[K]> }

type Unplural<K extends string> = K extends `${infer Base}_${'one' | 'other'}` ? Base : K

/** `title`, `errors.locked`; `lines_one` and `lines_other` are the key `lines`. */
type KeyOf<T> = {
  [K in keyof T & string]: T[K] extends string ? Unplural<K> : `${K}.${KeyOf<T[K]>}`
}[keyof T & string]

export interface Words<T> {
  namespace: string
  /** Only carries the type of the keys. */
  readonly keys?: KeyOf<T>
}

export type Values = Record<string, string | number>

/** Says a key in the language of the screen. `{{name}}` takes a value; `count` chooses between `_one` and `_other`. */
export type Translate<T> = (key: KeyOf<T>, values?: Values) => string

const i18n = i18next.createInstance()
inBackground(
  i18n.init({
    lng: 'en',
    fallbackLng: 'en',
    resources: {},
    initAsync: false,
    // Every text may say {{authority}}.
    interpolation: { escapeValue: false, defaultVariables: { authority: authorityName } },
    returnNull: false,
  }),
)

// Our own keys are checked by Translate; i18next's own types would compute them again.
const translate = i18n.t as (key: string, options: Record<string, unknown>) => string

/** Makes a screen's words known. `namespace` is the screen's name. */
export function defineWords<T extends object>(
  namespace: string,
  { en, sw }: { en: T; sw: Translated<T> },
): Words<T> {
  i18n.addResourceBundle('en', namespace, en as WordTree)
  i18n.addResourceBundle('sw', namespace, sw as WordTree)
  return { namespace }
}

/** As {@link useWords}, outside of components; says it in the language of the moment. */
export function say<T>(words: Words<T>, key: KeyOf<T>, values?: Values): string {
  return translate(key, { ns: words.namespace, ...values })
}

/** Is there such a key? For keys that come from the core, such as a failure's reason. */
export const hasWord = ({ namespace }: { namespace: string }, key: string): boolean =>
  i18n.exists(key, { ns: namespace })

/** All texts below a key, in the language of the moment: for a search among a screen's own words. */
export function textsBelow({ namespace }: { namespace: string }, key: string): string[] {
  const found: unknown = i18n.exists(key, { ns: namespace, returnObjects: true })
    ? i18n.t(key, { ns: namespace, returnObjects: true })
    : undefined
  const texts = (tree: unknown): string[] =>
    typeof tree === 'string' ? [tree] : Object.values(tree ?? {}).flatMap(texts)
  return texts(found)
}

/** As {@link say} for a key that {@link hasWord} has found. */
export const sayFound = ({ namespace }: { namespace: string }, key: string, values?: Values): string =>
  translate(key, { ns: namespace, ...values })

/** A text of any screen by `sell:cart.pay`, for a page that quotes it; each value in it is "…". */
export function quoted(reference: string): string {
  const [ns, key = ''] = reference.split(':')
  return translate(key, { ns, missingInterpolationHandler: () => '…' })
}

/** Follows the language; the screen speaks the other one at once. */
export function useWords<T>(words: Words<T>): Translate<T> {
  useLanguage()
  return (key, values) => say(words, key, values)
}

export function useLanguage(): Language {
  return useSyncExternalStore(onLanguage, language)
}

export const language = (): Language => (i18n.language === 'sw' ? 'sw' : 'en')

export function setLanguage(next: Language): void {
  if (next !== language()) inBackground(i18n.changeLanguage(next))
}

function onLanguage(listener: () => void): () => void {
  i18n.on('languageChanged', listener)
  return () => i18n.off('languageChanged', listener)
}
