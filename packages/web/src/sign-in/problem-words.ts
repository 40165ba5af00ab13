/** Why the identity provider let nobody in, as the address says it. */
const words = {
  'provider-away': 'The provider cannot be reached. Try again in a moment.',
  'provider-refused': 'The provider did not complete the sign-in. Try again, or ask an administrator.',
  expired: 'The sign-in took too long, or was started in another browser. Try again.',
  'email-unverified': 'The provider did not confirm your e-mail address, so you cannot be recognized here.',
  'email-taken':
    'A user with your e-mail address exists already. Sign in with your password, then connect the provider under Settings, Security.',
  'no-access': 'You have no access here. Ask an administrator for an invitation or a role.',
  'members-limit': 'The account has reached its limit of members. Ask an administrator.',
  'identity-taken': 'This sign-in belongs to another user here.',
} as const

export type SignInProblem = keyof typeof words

export function readProblem(value: unknown): SignInProblem | undefined {
  return typeof value === 'string' && Object.hasOwn(words, value) ? (value as SignInProblem) : undefined
}

export function problemInWords(problem: SignInProblem): string {
  return words[problem]
}
