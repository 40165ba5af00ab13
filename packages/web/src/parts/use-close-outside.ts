import { useEffect, type Dispatch, type RefObject } from 'react'

/** Closes what is open as soon as somebody points at something outside of `box`, or moves the focus there. */
export function useCloseOutside(
  box: RefObject<HTMLElement | null>,
  isOpen: boolean,
  setIsOpen: Dispatch<false>,
): void {
  useEffect(() => {
    if (!isOpen) return
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && box.current?.contains(event.target) !== true) setIsOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
    }
  }, [box, isOpen, setIsOpen])
}
