import type { ReactNode } from 'react'
import { useAction } from '../api/useAction.ts'
import { Button } from '../components/Button.tsx'
import { Callout } from '../components/Callout.tsx'
import { Problem } from '../components/Problem.tsx'
import { Sheet } from '../components/Sheet.tsx'
import { SignInButton, useSignedIn } from './SignInButton.tsx'

type Props = {
  title: string
  onClose(): void
  children: ReactNode
  /** The label of the button, and its words while the work runs. */
  submit: string
  busy: string
  isReady?: boolean
  /** A form that needs an account offers the sign-in first. */
  needsSignIn?: boolean
  onSubmit(): Promise<unknown>
}

/** A form in a sheet: one button sends it, and says why it failed. */
export function FormSheet({ title, onClose, children, submit, busy, isReady = true, needsSignIn, onSubmit }: Props) {
  const action = useAction()
  const isSignedIn = useSignedIn() !== undefined || !needsSignIn
  const footer = isSignedIn ? (
    <Button
      kind="primary"
      size="large"
      disabled={!isReady}
      busy={action.busy && busy}
      onClick={() => void action.run(onSubmit)}
    >
      {submit}
    </Button>
  ) : (
    <SignInButton />
  )
  return (
    <Sheet title={title} onClose={onClose} footer={footer}>
      <Problem text={action.problem} />
      {children}
      {!isSignedIn && (
        <Callout grade="note">Sign in with your wallet first. The signature is free and cannot move funds.</Callout>
      )}
    </Sheet>
  )
}
