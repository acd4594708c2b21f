import type { ComponentProps } from 'react';

export const Kbd = (props: ComponentProps<'kbd'>) => <kbd {...props} className="kbd" />;
