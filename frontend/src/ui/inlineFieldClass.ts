/** A value that is edited in place: it shows its border on hover and focus. */
export const inlineFieldClass =
  'group/quiet flex min-h-7.5 w-full min-w-0 items-center gap-2 rounded-sm px-2 py-1 text-start transition-colors hover:bg-fill focus-visible:-outline-offset-1 data-popup-open:bg-fill-2 aria-invalid:ring-1 aria-invalid:ring-danger aria-disabled:bg-transparent disabled:bg-transparent data-disabled:cursor-not-allowed data-disabled:bg-transparent pointer-coarse:min-h-11';
