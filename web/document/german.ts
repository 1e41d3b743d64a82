// Runs before the script of a page, so that its first elements are German already.

import { createTranslate } from '#site/language/createTranslate.ts'
import texts from '#site/language/german.json' with { type: 'json' }
import { translateElements } from './translateElements.ts'

const missing = new Set<string>()
const translate = createTranslate(texts, (text) => missing.add(text))
translateElements(translate)
Object.assign(globalThis, { slipwayTranslate: translate, slipwayMissing: missing })
