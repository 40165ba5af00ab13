import { useEffect, type Dispatch, type RefObject } from 'react'

/** Closes what is open on Escape, and gives the focus back to the button of `box` that opened it. */
export function useCloseByEscape(
  box: RefObject<HTMLElement | null>,
  isOpen: boolean,
  setIsOpen: Dispatch<false>,
): void {
  useEffect(() => {
    if (!isOpen) return
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setIsOpen(false)
      box.current?.querySelector('button')?.focus()
    }
    document.addEventListener('keydown', closeByKey)
    return () => document.removeEventListener('keydown', closeByKey)
  }, [box, isOpen, setIsOpen])
}
