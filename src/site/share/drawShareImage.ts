import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { HEIGHT, PICTURE, type SharedToken, shareSvg, WIDTH } from './shareSvg.ts'
import { createTextToPaths, type TextToPaths } from './textToPaths.ts'

const FONT = join(import.meta.dirname, '../../../web/fonts/geist-latin-wght-normal.woff2')

let textToPaths: Promise<TextToPaths> | undefined

/** The SVG of a token's share image; deterministic for the same values. */
export async function draft(token: SharedToken, host: string): Promise<string> {
  textToPaths ??= loadFont()
  return shareSvg(token, { letter: await textToPaths, host })
}

/** Loaded with the first image, because most processes never draw one. */
async function loadFont(): Promise<TextToPaths> {
  const [{ create }, bytes] = await Promise.all([import('fontkit'), readFile(FONT)])
  return createTextToPaths(create(bytes))
}

/** Renders the SVG as PNG, with the creator's image, if any, over the flag. */
export async function drawShareImage(svg: string, picture: Uint8Array | undefined): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp')
  const drawing = sharp(Buffer.from(svg), { limitInputPixels: WIDTH * HEIGHT * 4 })
  const { left, top, size, radius } = PICTURE
  if (picture) {
    const mask = Buffer.from(
      `<svg width="${size}" height="${size}"><rect width="${size}" height="${size}" rx="${radius}"/></svg>`,
    )
    const input = await sharp(picture)
      .resize(size, size, { fit: 'cover' })
      .composite([{ input: mask, blend: 'dest-in' }])
      .png()
      .toBuffer()
    drawing.composite([{ input, left, top }])
  }
  return drawing.png({ palette: true, quality: 90, compressionLevel: 9 }).toBuffer()
}
