import { use, type ComponentProps } from 'react';
import { cx } from '../../../lib/cx';
import { FieldContext } from '../../../ui/FieldContext';
import { inlineFieldClass } from '../../../ui/inlineFieldClass';

/** The value of a property as a button, which is named by the property and the value. */
export const FieldButton = ({ className, ...rest }: ComponentProps<'button'>) => {
  const field = use(FieldContext);
  return (
    <button
      {...rest}
      type="button"
      id={field?.id}
      aria-labelledby={field ? `${field.labelId} ${field.id}` : undefined}
      aria-describedby={field?.describedBy}
      className={cx(inlineFieldClass, className, field?.invalid && 'ring-1 ring-danger')}
    />
  );
};
