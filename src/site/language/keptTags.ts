/** Elements whose text is somebody else's, or code: it is shown as it is in every language. */
export const KEPT: ReadonlySet<string> = new Set(['bdi', 'code', 'pre', 'kbd', 'samp', 'textarea', 'script', 'style'])
