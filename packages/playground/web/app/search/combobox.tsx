import type { JSX, RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Option } from '../api/lookups.js';

interface ComboboxProps {
  id: string;
  name: string;
  value: string;
  placeholder: string;
  isFaulty: boolean;
  describedBy: string;
  /** Options for the current text. */
  options: readonly Option[];
  /** Shown instead of the list, if present. */
  message?: string | undefined;
  onInput: (value: string) => void;
  onFocus?: () => void;
}

/** A text field with a list of suggestions, following the ARIA practices. Any text is allowed. */
export function Combobox(props: ComboboxProps): JSX.Element {
  const { id, options, message, value, onInput } = props;
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const list = useRef<HTMLDivElement>(null);
  const isShown = isOpen && (options.length > 0 || message !== undefined);
  useEffect(() => setActive(-1), [options]);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const take = (option: Option) => {
    onInput(option.value);
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const option = options[active];
    if (event.key === 'Escape' && isShown) {
      event.preventDefault(); // closes only the list, and does not cancel a search in progress
      setOpen(false);
    } else if (event.key === 'Enter' && isShown && option !== undefined) {
      event.preventDefault();
      take(option);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      if (options.length > 0)
        setActive(moved(active, { step: event.key === 'ArrowDown' ? 1 : -1, of: options.length }));
    }
  };
  return (
    <div class="combobox">
      <input
        id={id}
        name={props.name}
        role="combobox"
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isShown && active >= 0 ? `${id}-option-${active}` : undefined}
        aria-invalid={props.isFaulty}
        aria-describedby={props.describedBy}
        autoComplete="off"
        spellcheck={false}
        value={value}
        placeholder={props.placeholder}
        onFocus={props.onFocus}
        onClick={() => setOpen(true)}
        onInput={(event) => {
          onInput(event.currentTarget.value);
          setOpen(true);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
      />
      {isShown && options.length === 0 && <p class="popup message">{message}</p>}
      <Proposals {...{ id, options, active, take, list }} name={props.name} isShown={isShown && options.length > 0} />
    </div>
  );
}

interface ProposalsProps {
  id: string;
  name: string;
  options: readonly Option[];
  active: number;
  isShown: boolean;
  list: RefObject<HTMLDivElement | null>;
  take: (option: Option) => void;
}

/** The list of options. */
function Proposals({ id, name, options, active, isShown, list, take }: ProposalsProps): JSX.Element {
  return (
    <div
      class="popup list"
      id={`${id}-list`}
      role="listbox"
      aria-label={`Suggestions for ${name}`}
      ref={list}
      hidden={!isShown}
    >
      {options.map((option, index) => (
        <div
          key={option.value}
          id={`${id}-option-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onMouseDown={(event) => {
            event.preventDefault(); // keeps the focus in the field
            take(option);
          }}
        >
          <span>{option.label}</span>
          {option.note !== undefined && <small>{option.note}</small>}
        </div>
      ))}
    </div>
  );
}

function moved(active: number, { step, of }: { step: number; of: number }): number {
  if (active === -1) return step === 1 ? 0 : of - 1;
  return (active + step + of) % of;
}
