/** Every theme and every width once; all pairs when pictures are taken, and in the deep tests. */
const ALL = process.env['EVERY_PAGE'] !== undefined || process.env['DEEP'] === '1'
const PAIRS = (['light', 'dark'] as const).flatMap((theme) => [360, 1440].map((width) => ({ theme, width })))

export const LOOKS = PAIRS.filter(({ theme, width }) => ALL || (theme === 'light') === (width === 360))
