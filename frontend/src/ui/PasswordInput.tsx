import { useState } from 'react';
import { Eye, EyeOff } from 'lucide-react';
import { uiTexts } from '../texts/ui';
import { IconButton } from './IconButton';
import { TextInput, type TextInputProps } from './TextInput';

/** A password field with a button that shows the password. */
export const PasswordInput = (props: Omit<TextInputProps, 'type' | 'end'>) => {
  const [shown, setShown] = useState(false);
  const toggle = (
    <IconButton
      label={shown ? uiTexts.hidePassword : uiTexts.showPassword}
      size="md"
      disabled={props.disabled}
      onClick={() => setShown(!shown)}
    >
      {shown ? <EyeOff /> : <Eye />}
    </IconButton>
  );
  return (
    <TextInput autoCapitalize="none" spellCheck={false} {...props} type={shown ? 'text' : 'password'} end={toggle} />
  );
};
