import { invalidField } from '#core/ApiError.ts'
import { imageSize } from './imageSize.ts'

export const IMAGE_MAX_BYTES = 512_000
const PIXELS_MAX = 4_000_000
const SIDE_MAX = 1_024
const SECONDS_MAX = 5

/**
 * Re-encodes a picture as WebP of at most 1024 pixels a side, which drops EXIF, profiles, trailing data and further
 * frames. Format and size are checked in the header before anything is decoded.
 */
export async function reencode(bytes: Uint8Array): Promise<Buffer> {
  if (bytes.byteLength > IMAGE_MAX_BYTES) throw invalidField('image', `must have at most ${IMAGE_MAX_BYTES} bytes`)
  const size = imageSize(bytes)
  if (!size) throw invalidField('image', 'must be a PNG, JPEG or WebP picture')
  const pixels = size.width * size.height
  if (pixels === 0 || pixels > PIXELS_MAX) throw invalidField('image', `must have 1 to ${PIXELS_MAX} pixels`)
  // Loaded with the first upload, because most processes never get one.
  const { default: sharp } = await import('sharp')
  try {
    return await sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', pages: 1 })
      .timeout({ seconds: SECONDS_MAX })
      .rotate()
      .resize(SIDE_MAX, SIDE_MAX, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 85 })
      .toBuffer()
  } catch (cause) {
    throw invalidField('image', 'cannot be decoded: send another picture', cause)
  }
}
