import type { FastifyRequest } from 'fastify'

export function readCookie({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | null {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [key, ...value] = pair.trim().split('=')
    if (key === name) return value.join('=')
  }
  return null
}

/** For the header `Set-Cookie`: no script ever sees it. An age of zero removes it. */
export function cookieText({
  name,
  value,
  path,
  maxAgeSeconds,
  sameSite,
  scheme,
}: {
  name: string
  value: string
  path: string
  maxAgeSeconds: number
  sameSite: 'Lax' | 'Strict'
  scheme: 'http' | 'https'
}): string {
  const parts = [
    `${name}=${value}`,
    `Path=${path}`,
    `Max-Age=${maxAgeSeconds}`,
    'HttpOnly',
    `SameSite=${sameSite}`,
  ]
  return [...parts, ...(scheme === 'https' ? ['Secure'] : [])].join('; ')
}
