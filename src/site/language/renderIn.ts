import type { Language } from './chooseLanguage.ts'
import { createTranslate, type Translate } from './createTranslate.ts'
import { translateHtml } from './translateHtml.ts'

let german: Promise<Translate> | undefined

/** A page in a language; the texts of a language are loaded with its first page. */
export async function renderIn(language: Language, render: (language: Language) => string): Promise<string> {
  const markup = render(language)
  if (language === 'en') return markup
  german ??= import('./german.json', { with: { type: 'json' } }).then(({ default: texts }) => createTranslate(texts))
  return translateHtml(markup, await german)
}
