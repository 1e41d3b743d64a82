import type { Translate } from '#site/language/createTranslate.ts'
import { KEPT } from '#site/language/keptTags.ts'
import { type Props, wrapElements } from './elementFunctions.cjs'

const ATTRIBUTES = ['title', 'aria-label', 'placeholder', 'alt']

/**
 * Makes every element with translated texts. The functions are replaced where React keeps them, so that pages in
 * English carry no code for it.
 */
export function translateElements(translate: Translate): void {
  wrapElements((make) => (type, props, key) => {
    // Elements of the page and fragments hold the texts; components pass them on.
    const isElement = typeof type === 'string' || typeof type === 'symbol'
    return make(type, isElement && !isKept(type, props) ? translateProps(props, translate) : props, key)
  })
}

function isKept(type: string | symbol, { translate, className }: Props): boolean {
  if (typeof type === 'symbol') return false
  return KEPT.has(type) || translate === 'no' || (typeof className === 'string' && /\bsymbol\b/.test(className))
}

function translateProps(props: Props, translate: Translate): Props {
  const translated: Props = { ...props }
  for (const name of ATTRIBUTES) if (typeof props[name] === 'string') translated[name] = translate(props[name])
  const { children } = props
  if (children !== undefined) translated['children'] = translateChild(children, translate)
  return translated
}

function translateChild(child: unknown, translate: Translate): unknown {
  if (Array.isArray(child)) return child.map((one) => translateChild(one, translate))
  return typeof child === 'string' || typeof child === 'number' ? translate(String(child)) : child
}
