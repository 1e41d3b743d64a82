import type { Font } from 'fontkit'

export type Line = { x: number; y: number; size: number; fill: string; isBold?: boolean; widthMax: number }

/** Writes a line of text as outlines; gives the markup and how wide it came out. */
export type Lettering = (text: string, line: Line) => { markup: string; width: number }

const MISSING = '\u25A1'
/** The outlines of a bold line are drawn this much of their size thicker. */
const BOLD = 0.028

/**
 * Letters as outlines of the site's own font: a picture looks the same on every machine, and what a stranger wrote is
 * never text that a drawing program could understand. A letter the font does not have becomes an empty box.
 */
export function createLettering(font: Font): Lettering {
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

/** The text, or as much of its beginning as fits with an ellipsis. */
function fitting(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text
  const letters = [...text]
  while (letters.length > 0 && !fits(`${letters.join('')}…`)) letters.pop()
  return `${letters.join('')}…`
}
