import { encode } from 'uqr'
import { CopyButton } from '../../components/CopyButton.tsx'
import { Sheet } from '../../components/Sheet.tsx'

/** The link that connects a wallet on another device, as a code to scan and to copy. */
export function PairingSheet({ uri, onClose }: { uri: string; onClose(): void }) {
  return (
    <Sheet
      title="Scan with your wallet"
      onClose={onClose}
      footer={
        <div className="row wrap">
          <a className="button primary" href={uri}>
            Open a wallet on this device
          </a>
          <CopyButton text={uri} label="Copy the link for your wallet" words="Copy link" />
        </div>
      }
    >
      <p className="muted">
        Open the wallet on your phone, choose WalletConnect, and point the camera at this code. The code works once and
        for five minutes.
      </p>
      <QrCode text={uri} />
      <p className="row text-compact muted" role="status">
        <span className="spinner" /> Waiting for your wallet
      </p>
    </Sheet>
  )
}

/** Dark on white in both themes, because scanners expect it. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'L', border: 3 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg
      className="qr-code"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code with the link for your wallet"
    >
      <path d={path} />
    </svg>
  )
}
