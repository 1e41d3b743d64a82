import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { HEIGHT, PICTURE, type Shared, shareSvg, WIDTH } from './shareSvg.ts'
import { createLettering, type Lettering } from './textToPaths.ts'

const FONT = join(import.meta.dirname, '../../../web/fonts/geist-latin-wght-normal.woff2')

let lettering: Promise<Lettering> | undefined

/** The markup of a token's share picture; the same figures give the same markup. */
export async function draft(token: Shared, host: string): Promise<string> {
  lettering ??= openLettering()
  return shareSvg(token, { letter: await lettering, host })
}

/** The font is read with the first picture: most processes never draw one. */
async function openLettering(): Promise<Lettering> {
  const [{ create }, bytes] = await Promise.all([import('fontkit'), readFile(FONT)])
  return createLettering(create(bytes))
}

/** Draws the markup as PNG, with the creator's picture over the flag where there is one. */
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
