import { sql } from 'kysely'

const MARK = '/* prepared */'
const NAMES_MAX = 500

/**
 * Marks a statement that a connection plans once: planning takes longer than running one that reads a few rows. Only for
 * statements outside of transactions whose plan is the best one for any parameters, with limits as literals.
 */
export const PREPARED = sql.raw(MARK)

const names = new Map<string, string>()

/** The name of a marked statement; undefined for others, and for further texts once there are too many. */
export function preparedName(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= NAMES_MAX || !text.trimStart().startsWith(MARK)) return known
  const name = `slipway_${names.size}`
  names.set(text, name)
  return name
}
