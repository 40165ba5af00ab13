import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAccount, useMay } from '../api/account-context.ts'
import { buttonClasses } from './button.tsx'

type AnyPath = NonNullable<LinkProps['to']>

/** The screens of an account whose address names nothing but the account. */
export type AccountPath = Exclude<
  Extract<AnyPath, `/accounts/$accountId/${string}`>,
  `/accounts/$accountId/${string}$${string}`
>

/** A link to another screen of the account that is shown. */
export function AccountLink({
  to,
  className,
  children,
}: {
  to: AccountPath
  className?: string
  children: ReactNode
}) {
  const { id: accountId } = useAccount()
  return (
    <Link to={to} params={{ accountId }} {...(className === undefined ? {} : { className })}>
      {children}
    </Link>
  )
}

/** The way to the screen that creates something, for those who may. */
export function CreateLink({ to, children }: { to: AccountPath; children: ReactNode }) {
  if (!useMay('READ_WRITE')) return null
  return (
    <AccountLink to={to} className={buttonClasses('primary')}>
      {children}
    </AccountLink>
  )
}
