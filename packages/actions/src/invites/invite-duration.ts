import { dayMs } from '@sonde/ground/durations.ts'
import { inviteDays } from '@sonde/schema/accounts/invite.ts'

export const inviteMs = inviteDays * dayMs
