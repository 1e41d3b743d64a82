import fc from 'fast-check'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { imageSize } from './imageSize.ts'
import { reencode } from './reencode.ts'

const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 30, b: 90, alpha: 0.5 } } })

describe('the size is read from the header', () => {
  const sizes = fc.record({ width: fc.integer({ min: 1, max: 600 }), height: fc.integer({ min: 1, max: 600 }) })
  const encoders = {
    png: (image: Sharp) => image.png(),
    jpeg: (image: Sharp) => image.jpeg({ progressive: true }),
    webp: (image: Sharp) => image.webp({ lossless: false }),
    'webp lossless': (image: Sharp) => image.webp({ lossless: true }),
  }
  test.each(Object.entries(encoders))('of %s', async (name, encode) => {
    await fc.assert(
      fc.asyncProperty(sizes, async ({ width, height }) => {
        const bytes = await encode(draw(width, height)).toBuffer()
        expect(imageSize(bytes)).toEqual({ format: name.split(' ')[0], width, height })
      }),
      { numRuns: 15 },
    )
  })

  test('arbitrary bytes are read without failing', () => {
    const prefixes = ['89504e470d0a1a0a0000000d49484452', 'ffd8ffe0', '524946460000000057454250565038', ''].map((hex) =>
      Buffer.from(hex, 'hex'),
    )
    fc.assert(
      fc.property(fc.constantFrom(...prefixes), fc.uint8Array({ maxLength: 200 }), (prefix, rest) => {
        const size = imageSize(Buffer.concat([prefix, rest]))
        if (size) expect([size.width, size.height].every((side) => Number.isInteger(side) && side >= 0)).toBe(true)
      }),
    )
  })
})

describe('a picture is re-encoded', () => {
  test('without the other data of its file', async () => {
    const secret = 'taken at 52.5200,13.4050'
    const exif = { IFD0: { Copyright: secret, ImageDescription: secret } }
    const original = await draw(300, 200).jpeg().withExif(exif).toBuffer()
    expect(original.includes(secret)).toBe(true)
    const drawn = await reencode(Buffer.concat([original, Buffer.from('<script>alert(1)</script>')]))
    expect(drawn.includes('taken at')).toBe(false)
    expect(drawn.includes('script')).toBe(false)
    expect(await sharp(drawn).metadata()).toMatchObject({ format: 'webp', width: 300, height: 200 })
    expect((await sharp(drawn).metadata()).exif).toBeUndefined()
  })

  test('no larger than 1024 pixels a side', async () => {
    const drawn = await reencode(await draw(2000, 1000).png().toBuffer())
    expect(imageSize(drawn)).toEqual({ format: 'webp', width: 1024, height: 512 })
  })

  test.each([
    [
      'SVG',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
      /PNG, JPEG or WebP/,
    ],
    ['GIF', () => draw(5, 5).gif().toBuffer(), /PNG, JPEG or WebP/],
    ['nothing', async () => Buffer.alloc(0), /PNG, JPEG or WebP/],
    ['too many pixels', () => draw(2001, 2000).png().toBuffer(), /1 to 4000000 pixels/],
    ['too many bytes', async () => Buffer.alloc(512_001), /at most 512000 bytes/],
    ['a cut file', async () => (await draw(300, 300).png().toBuffer()).subarray(0, 120), /cannot be decoded/],
    ['a header that lies', async () => liar(), /cannot be decoded|must have/],
  ])('%s is refused', async (_, make, says) => {
    await expect(reencode(await make())).rejects.toThrow(says)
  })
})

/** A small size in the header, and the pixels of a much larger picture behind it. */
async function liar(): Promise<Buffer> {
  const bytes = await draw(1500, 1500).png().toBuffer()
  bytes.writeUInt32BE(10, 16)
  bytes.writeUInt32BE(10, 20)
  return bytes
}
