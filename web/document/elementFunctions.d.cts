export type Props = Record<string, unknown>
export type Make = (type: unknown, props: Props, key?: string) => unknown
export function wrapElements(wrap: (make: Make) => Make): void
