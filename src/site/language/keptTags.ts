/** Elements with code or text of other users, which is shown unchanged in every language. */
export const KEPT: ReadonlySet<string> = new Set(['bdi', 'code', 'pre', 'kbd', 'samp', 'textarea', 'script', 'style'])
