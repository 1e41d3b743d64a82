import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Button } from './Button.tsx'
import { keepBackFor } from './openSheets.ts'

type Props = { title: string; onClose(): void; children: ReactNode; footer?: ReactNode }

/** A sheet from the right, on phones from below. The page behind is inert while it is open; Escape closes it. */
export function Sheet({ title, onClose, children, footer }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  // Closed before it leaves the page: only then the focus returns to where it was.
  useLayoutEffect(() => {
    const element = dialog.current
    if (element && !element.open) element.showModal()
    return () => element?.close()
  }, [])
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => keepBackFor({ close: () => close.current() }), [])
  return createPortal(
    <dialog
      ref={dialog}
      className="sheet"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className="header">
        <h2 id={id}>{title}</h2>
        <Button kind="ghost" icon="x" aria-label="Close" onClick={onClose} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="body stack" tabIndex={0} aria-labelledby={id}>
        {children}
      </section>
      {footer !== undefined && <div className="footer">{footer}</div>}
    </dialog>,
    document.body,
  )
}
