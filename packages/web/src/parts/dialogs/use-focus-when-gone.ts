import { useEffect } from 'react'

/** Whoever stood on what leaves the screen goes on at its heading, not at the top of the page. */
export function useFocusWhenGone(): void {
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return
      document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
    },
    [],
  )
}
