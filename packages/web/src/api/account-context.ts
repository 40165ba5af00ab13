import { createContext, useContext } from 'react'
import { mayActAs, type Role } from '@sonde/schema/accounts/role.ts'
import type { Api } from './api.ts'

/** The account whose screens are shown, and what the person who has signed in may do in it. */
export type CurrentAccount = {
  id: string
  name: string
  role: Role
  api: Api
  user: { id: string; name: string | null; email: string }
}

export const AccountContext = createContext<CurrentAccount | null>(null)

export function useAccount(): CurrentAccount {
  const account = useContext(AccountContext)
  if (account === null) throw new Error('This belongs below the screens of an account')
  return account
}

export function useApi(): Api {
  return useAccount().api
}

/** Whether the person may do what needs this role: buttons that would only be refused are not shown. */
export function useMay(role: Role): boolean {
  return mayActAs(useAccount().role, role)
}
