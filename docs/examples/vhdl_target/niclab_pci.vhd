-- The top of a simulation that niclab drives: a PCI bus with one core. Put yours in the place of pci_memory.
--
-- Each shared signal has what niclab's agents drive (NAME_in), and what the bus carries. Names and widths are fixed.
-- A high control signal is weak, as that of a pull-up: a core that does not know 'H' needs To_X01 on its inputs.
library ieee;
use ieee.std_logic_1164.all;

entity niclab_pci is
end;

architecture bench of niclab_pci is
    signal clk, rst_n, idsel : std_logic := '0';
    signal gnt_n, req_n, inta_n : std_logic := '1';
    signal ad, ad_in : std_logic_vector(31 downto 0) := (others => 'Z');
    signal cbe_n, cbe_n_in : std_logic_vector(3 downto 0) := (others => 'Z');
    signal par, frame_n, irdy_n, trdy_n, devsel_n, stop_n, perr_n, serr_n : std_logic;
    signal par_in, frame_n_in, irdy_n_in, trdy_n_in, devsel_n_in, stop_n_in, perr_n_in, serr_n_in : std_logic := 'Z';

    function pulled(level : std_logic) return std_logic is
    begin
        if level = '1' then
            return 'H';
        end if;
        return level;
    end;
begin
    ad <= ad_in;
    cbe_n <= cbe_n_in;
    par <= par_in;
    frame_n <= pulled(frame_n_in);
    irdy_n <= pulled(irdy_n_in);
    trdy_n <= pulled(trdy_n_in);
    devsel_n <= pulled(devsel_n_in);
    stop_n <= pulled(stop_n_in);
    perr_n <= pulled(perr_n_in);
    serr_n <= pulled(serr_n_in);

    core : entity work.pci_memory
        port map (
            clk => clk, rst_n => rst_n, idsel => idsel, ad => ad, cbe_n => cbe_n, par => par,
            frame_n => frame_n, irdy_n => irdy_n, devsel_n => devsel_n, trdy_n => trdy_n, stop_n => stop_n
        );
end;
