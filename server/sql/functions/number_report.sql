-- Numbers the reports of a reporter from 1, so that both can name a report by a short number that tells nobody how many reports
-- there are (MR-06). A trigger, because nodes of the previous version store reports without a number. Reports that the
-- program raises itself have none.
CREATE OR REPLACE FUNCTION number_report()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('reports of ' || NEW.reporter_id, 0));
  SELECT coalesce(max(number), 0) + 1 INTO NEW.number FROM reports WHERE reporter_id = NEW.reporter_id;
  RETURN NEW;
END $$;
