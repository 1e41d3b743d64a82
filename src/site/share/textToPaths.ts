import type { Font } from 'fontkit'

export type Line = { x: number; y: number; size: number; fill: string; isBold?: boolean; widthMax: number }

/** Draws a line of text as outlines; returns the markup and its width. */
export type TextToPaths = (text: string, line: Line) => { markup: string; width: number }

const MISSING = '\u25A1'
/** Stroke width of bold text, relative to its size. */
const BOLD = 0.028

/**
 * Draws text as outlines of the site's own font, so that an image looks the same on every machine and untrusted text is
 * never interpreted by the renderer. A missing glyph becomes an empty box.
 */
export function createTextToPaths(font: Font): TextToPaths {
  const boxWidth = font.unitsPerEm * 0.62
  const box = `M60 0H${boxWidth - 60}V700H60zM110 50V650H${boxWidth - 110}V50z`
  const letter = (character: string) => {
    const codePoint = character.codePointAt(0) ?? 0
    if (character === MISSING || !font.hasGlyphForCodePoint(codePoint)) return { advance: boxWidth, path: box }
    const glyph = font.glyphForCodePoint(codePoint)
    return { advance: glyph.advanceWidth, path: glyph.path.toSVG() }
  }
  const widthOf = (text: string) => [...text].reduce((sum, character) => sum + letter(character).advance, 0)
  return (text, { x, y, size, fill, isBold = false, widthMax }) => {
    const scale = size / font.unitsPerEm
    const shown = fitting(text, (part) => widthOf(part) * scale <= widthMax)
    let at = 0
    const paths = [...shown].map((character) => {
      const { advance, path } = letter(character)
      const moved = `<path transform="translate(${at} 0)" d="${path}"/>`
      at += advance
      return path === '' ? '' : moved
    })
    const stroke = isBold ? ` stroke="${fill}" stroke-width="${Math.round(BOLD * font.unitsPerEm)}"` : ''
    return {
      markup: `<g transform="translate(${x} ${y}) scale(${scale} ${-scale})" fill="${fill}"${stroke}>${paths.join('')}</g>`,
      width: at * scale,
    }
  }
}

/** The text, truncated with an ellipsis if it does not fit. */
function fitting(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text
  const letters = [...text]
  while (letters.length > 0 && !fits(`${letters.join('')}…`)) letters.pop()
  return `${letters.join('')}…`
}
