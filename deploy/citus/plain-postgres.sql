-- In place of Citus, for trying 2-distribute.sql on plain PostgreSQL: moves nothing, and refuses what Citus refuses by its
-- documentation. Unique rules carry the key; foreign keys go to a reference table, or between tables that stand together
-- and then carry the key on both sides; nothing that stays behind refers to what is spread.

create table spread (
  name regclass primary key,
  -- null: a copy on every node
  key text,
  -- tables of one name stand together
  beside text not null
);

create function create_reference_table(name regclass) returns void language plpgsql as $$
begin
  if exists (select from pg_constraint where conrelid = name and contype = 'f') then
    raise '% refers to other tables, which a reference table is not to do here', name;
  end if;
  insert into spread values (name, null, 'everywhere');
end $$;

create function create_distributed_table(name regclass, distribution_column text, colocate_with text default 'none')
returns void language plpgsql as $$
declare
  key_number smallint := (select attnum from pg_attribute where attrelid = name and attname = distribution_column);
  rule record;
  other spread;
begin
  if key_number is null then
    raise '% has no column %', name, distribution_column;
  end if;
  insert into spread values (name, distribution_column,
    case colocate_with when 'none' then name::text else (select s.beside from spread s where s.name = colocate_with::regclass) end);
  for rule in select indexrelid::regclass as index from pg_index
    where indrelid = name and indisunique and not key_number = any(indkey::int2[])
  loop
    raise '% is unique without %', rule.index, distribution_column;
  end loop;
  for rule in select conname, confrelid::regclass as target, conkey, confkey from pg_constraint
    where conrelid = name and contype = 'f'
  loop
    select * into other from spread s where s.name = rule.target;
    if not found then
      raise '%: % is neither spread nor on every node', rule.conname, rule.target;
    elsif other.key is null then
      continue;
    elsif other.beside <> (select s.beside from spread s where s.name = create_distributed_table.name) then
      raise '%: % stands elsewhere', rule.conname, rule.target;
    elsif array_position(rule.conkey, key_number) is distinct from array_position(rule.confkey,
      (select attnum from pg_attribute where attrelid = rule.target and attname = other.key)) then
      raise '% goes without the key', rule.conname;
    end if;
  end loop;
end $$;

-- Once all is spread: nothing on the coordinator refers to it.
create function check_spread() returns void language plpgsql as $$
declare
  rule record;
begin
  for rule in select c.conname, c.conrelid::regclass as source from pg_constraint c
    join spread target on target.name = c.confrelid and target.key is not null
    left join spread source on source.name = c.conrelid
    where c.contype = 'f' and source.name is null
  loop
    raise '% of %, which stays on the coordinator, refers to what is spread', rule.conname, rule.source;
  end loop;
end $$;
