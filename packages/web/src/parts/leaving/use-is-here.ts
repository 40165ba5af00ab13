import { useRouter, useRouterState } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'

/**
 * Whether the person is still on the screen that this belongs to, for what leads on after an answer has come: whoever has
 * left meanwhile, or is on the way to another screen, is not called back.
 */
export function useIsHere(): () => boolean {
  const { history } = useRouter()
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname ?? null })
  const here = useRef<string | null>(null)
  useEffect(() => {
    here.current = pathname
    return () => {
      here.current = null
    }
  }, [pathname])
  return useCallback(() => here.current === history.location.pathname, [history])
}
