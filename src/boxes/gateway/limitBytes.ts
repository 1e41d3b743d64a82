import { Transform } from 'node:stream'

/** Passes bytes on, and breaks off after `bytesMax`. */
export function limitBytes(bytesMax: number): Transform {
  let size = 0
  return new Transform({
    transform(part: Buffer, _, done) {
      size += part.length
      if (size > bytesMax) done(new Error(`the answer is larger than ${bytesMax} bytes`))
      else done(null, part)
    },
  })
}
