import type { ComponentProps } from 'react';

/** A key of the keyboard. */
export const Kbd = (props: ComponentProps<'kbd'>) => <kbd {...props} className="kbd" />;
